/** The floor: what an engineer writes by hand for one form, with bare inputs. */
import { memo } from "react";
import { createRoot } from "react-dom/client";
import { useForm, useWatch, type Control, type FieldErrors, type UseFormRegister } from "react-hook-form";
import { choices, patterns, questions, type Question } from "./questions.ts";
import { expose } from "./measured.ts";

type Values = Record<string, string | boolean>;

const rules = {
  name: {
    required: "Completa este dato",
    maxLength: 60,
    pattern: { value: new RegExp(patterns.name), message: "Revisa" },
  },
  email: {
    required: "Completa este dato",
    maxLength: 80,
    pattern: { value: new RegExp(patterns.email), message: "Revisa" },
  },
  digits: {
    required: "Completa este dato",
    pattern: { value: new RegExp(patterns.digits), message: "Revisa" },
  },
  amount: {
    required: "Completa este dato",
    min: { value: 0, message: "Revisa" },
    max: { value: 999_999, message: "Revisa" },
  },
  choice: { required: "Completa este dato" },
  agree: {},
};

interface FieldProps {
  question: Question;
  register: UseFormRegister<Values>;
  error: string | undefined;
}

const Field = memo(function Field({ question: { id, label, type }, register, error }: FieldProps) {
  const spoken = { "aria-invalid": error !== undefined, "aria-describedby": `${id}-problem` };
  const bound = register(id, rules[type]);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {type === "choice" ? (
        <select id={id} {...spoken} {...bound}>
          <option value="">Selecciona una opción</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input id={id} type={type === "agree" ? "checkbox" : "text"} {...spoken} {...bound} />
      )}
      {error !== undefined && (
        <p className="problem" id={`${id}-problem`}>
          {error}
        </p>
      )}
    </div>
  );
});

function Conditional({ control, ...props }: FieldProps & { control: Control<Values> }) {
  const given = useWatch({ control, name: props.question.after! });
  return given === true ? <Field {...props} /> : null;
}

function Form({ count }: { count: number }) {
  const { register, control, handleSubmit, formState } = useForm<Values>({
    mode: "onBlur",
    shouldUnregister: true,
  });
  const errors: FieldErrors<Values> = formState.errors;
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(() => {})(event)}>
      {questions(count).map((question) => {
        const error = errors[question.id]?.message;
        const props = { question, register, error: typeof error === "string" ? error : undefined };
        return question.after === undefined ? (
          <Field key={question.id} {...props} />
        ) : (
          <Conditional key={question.id} {...props} control={control} />
        );
      })}
      <button type="submit">Continuar</button>
    </form>
  );
}

expose((element, count) => createRoot(element).render(<Form count={count} />));
