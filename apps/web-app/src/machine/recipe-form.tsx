import { useState, type FormEvent, type ReactNode } from "react";
import { attempt } from "../state/problems.ts";
import { hashOf } from "../state/route.ts";
import { server } from "../state/server.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { FieldInput } from "../ui/field-input.tsx";
import { ProblemBox } from "../ui/problem-box.tsx";
import { recipeDefaults, recipeFields, recipeParams, type DescribedRecipe } from "./recipe-fields.ts";
import { FormKeys } from "../ui/form-keys.tsx";

interface RecipeFormProps {
  readonly cwd: string;
  readonly recipe: string;
  readonly onClose: () => void;
}

/** A form with the parameters of a recipe. Nothing of it runs before its commands were agreed to. */
export function RecipeForm({ cwd, recipe, onClose }: RecipeFormProps): ReactNode {
  const { value, problem } = useLoaded(`${cwd} ${recipe}`, (signal) =>
    server.showRecipe({ cwd, recipe }, { signal }),
  );
  if (problem) return <ProblemBox problem={problem} onClose={onClose} />;
  if (!value) return <p className="empty">Loading …</p>;
  return <LoadedForm cwd={cwd} recipe={recipe} described={value} onClose={onClose} />;
}

function LoadedForm({
  cwd,
  recipe,
  described,
  onClose,
}: RecipeFormProps & { readonly described: DescribedRecipe }): ReactNode {
  const [given, setGiven] = useState(recipeDefaults(described));
  const [text, setText] = useState("");
  const [isAgreed, setAgreed] = useState(false);
  const consent = described.consent?.isAgreedTo === false ? described.consent : undefined;

  async function start(event: FormEvent): Promise<void> {
    event.preventDefault();
    await attempt(async () => {
      const { session, input } = await server.createSession({
        cwd,
        recipe: {
          recipe,
          params: recipeParams(given),
          ...(consent && { agreedTo: [consent.sha256] }),
          ...(text.trim() !== "" && { text: text.trim() }),
        },
      });
      if (input !== undefined) await server.sendMessage({ session, input });
      location.hash = hashOf({ page: "session", session });
    });
  }

  return (
    <form className="answer-form" onSubmit={(event) => void start(event)}>
      {described.description === undefined ? undefined : <p>{described.description}</p>}
      {recipeFields(described).map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={given[field.name] ?? ""}
          onChange={(value) => setGiven({ ...given, [field.name]: value })}
        />
      ))}
      <label>
        <span>
          What to add <small>optional</small>
        </span>
        <textarea rows={2} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      {consent ? (
        <fieldset>
          <legend>It may run or reach:</legend>
          <ul className="commands">
            {described.commands?.map((command, at) => (
              <li key={at}>
                <small>{command.kind}</small> <code>{command.text}</code>
              </li>
            ))}
          </ul>
          <label className="option">
            <input
              type="checkbox"
              required
              checked={isAgreed}
              onChange={(event) => setAgreed(event.target.checked)}
            />
            I have read this and agree.
          </label>
        </fieldset>
      ) : undefined}
      <FormKeys submit="Start" cancel="Close" onCancel={onClose} />
    </form>
  );
}
