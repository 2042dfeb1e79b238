import { useState, type ReactNode } from "react";
import { server } from "../state/server.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { ProblemBox } from "../ui/problem-box.tsx";
import { useFolder } from "./folder-field.tsx";
import { RecipeForm } from "./recipe-form.tsx";

/** Recipes that have a name in a folder; one that is chosen shows a form with its parameters. */
export default function RecipesPage(): ReactNode {
  const [cwd, field] = useFolder();
  const [chosen, setChosen] = useState<string>();
  const { value, problem } = useLoaded(cwd ?? "", async (signal) =>
    cwd === undefined ? undefined : server.listRecipes({ cwd }, { signal }),
  );
  return (
    <>
      <h1>Recipes</h1>
      {field}
      {problem ? <ProblemBox problem={problem} /> : undefined}
      {value?.notices.map((notice) => (
        <p key={notice} className="quiet-line" data-level="warning">
          {notice}
        </p>
      ))}
      {value?.recipes.length === 0 ? (
        <p className="empty">No recipe has a name in this folder.</p>
      ) : undefined}
      <ul className="cards">
        {value?.recipes.map(({ name, title, file }) => (
          <li key={name} className="card">
            <h2>{typeof title === "string" && title !== "" ? title : name}</h2>
            <p className="facts">{`${name} · ${file}`}</p>
            {chosen === name && cwd !== undefined ? (
              <RecipeForm cwd={cwd} recipe={name} onClose={() => setChosen(undefined)} />
            ) : (
              <div className="form-keys">
                <button type="button" onClick={() => setChosen(name)}>
                  {`Use ${name}`}
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
