/** A small source in each language: it declares `Store`, `load` and `main`, and `main` calls `load`. */
export const samples: Readonly<Record<string, string>> = {
  "a.ts": `import { read } from "./read.ts";
export interface Item { id: string }
export const limit = 3;
export class Store {
  load(id: string): Item { return read(id); }
}
export const main = async (): Promise<void> => { new Store().load("1"); };
`,
  "a.tsx": `import { Frame } from "./frame.tsx";
export class Store { load() { return 1; } }
export function main() { const store = new Store(); return <Frame value={store.load()} />; }
`,
  "a.js": `import { read } from "./read.js";
class Store { load(id) { return read(id); } }
function* main() { yield new Store().load(1); }
`,
  "a.py": `from os import path
import json as j
LIMIT = 3
class Store:
    @cached
    def load(self, id):
        return j.loads(id)
def main():
    Store().load("1")
`,
  "a.go": `package a
import "fmt"
const Limit = 3
type Store struct { size int }
type Loader interface { load(id string) error }
func (s *Store) load(id string) error { fmt.Println(id); return nil }
func main() { s := Store{}; s.load("1") }
`,
  "a.rs": `use std::fs;
const LIMIT: u32 = 3;
struct Store { size: u32 }
trait Loader { fn load(&self, id: &str); }
impl Loader for Store { fn load(&self, id: &str) { fs::read(id); } }
fn main() { let store = Store { size: 1 }; store.load("1"); println!("{}", LIMIT); }
`,
  "A.java": `import java.util.List;
class Store {
  Store() {}
  @Override public String load(String id) { return id; }
  static void main(String[] args) { new Store().load("1"); }
}
`,
  "a.cs": `using System;
namespace A;
record Item(string Id);
class Store {
  public int Size { get; set; }
  public Item load(string id) => new Item(id);
  static void main() { new Store().load("1"); }
}
`,
  "a.cpp": `#include <string>
#define LIMIT 3
namespace a {
class Store { public: int load(int id); };
int Store::load(int id) { return read(id); }
}
int main() { a::Store store; return store.load(1); }
`,
  "a.c": `#include "read.h"
typedef struct Store { int size; } Store;
static int *load(int id) { return read(id); }
int main(void) { load(1); return 0; }
`,
  "a.rb": `require "json"
LIMIT = 3
module A
  class Store
    def load(id) = JSON.parse(id)
    def self.main
      new.load("1")
    end
  end
end
`,
  "a.php": `<?php
namespace A;
use B\\Reader;
const LIMIT = 3;
class Store { function load($id) { return Reader::read($id); } }
function main() { (new Store())->load("1"); }
`,
  "a.sh": `Store() { echo 1; }
load() { Store; }
main() { load 1; }
`,
  "a.ps1": `class Store { [string] load([string] $id) { return $id } }
function main { load-item 1 }
`,
};
