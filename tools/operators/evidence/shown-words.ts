/** What was shown and answered, as it reads on a terminal. */
import type { ShownField, ShownStep } from "../../../schemas/engine/all.ts";

const indented = (text: string, indent: string): string => text.trimEnd().replaceAll(/^(?=.)/gm, indent);

/** Counts the questions through all steps. */
interface Count {
  next: number;
}

function fieldLines(field: ShownField, indent: string, count: Count): string[] {
  const {
    type,
    label,
    hint,
    placeholder,
    text,
    required,
    enabled,
    options,
    lines = [],
    answer,
    path,
  } = field;
  const inner = `${indent}   `;
  if (type === "group") {
    return [
      `${indent}${label}`,
      ...(hint === undefined ? [] : [indented(hint, inner)]),
      ...(field.fields ?? []).flatMap((one) => fieldLines(one, inner, count)),
    ];
  }
  const said = [
    ...(text === undefined ? [] : [indented(text, inner)]),
    ...lines.map((line) => `${inner}${line.label}: ${line.text}`),
  ];
  if (type === "display") return [`${indent}[se lee] ${label}`, ...said];
  count.next += 1;
  const how = [required ? "obligatoria" : "opcional", ...(enabled ? [] : ["sin poder responderse"])].join(
    ", ",
  );
  const offered = (options ?? []).map(({ label: one, description }) =>
    description === undefined ? one : `${one} (${description})`,
  );
  return [
    `${indent}${count.next}. ${label} — ${how} [${path}]`,
    ...(hint === undefined ? [] : [indented(`Ayuda: ${hint}`, inner)]),
    ...(placeholder === undefined ? [] : [`${inner}Ejemplo: ${placeholder}`]),
    ...said,
    ...(offered.length === 0 ? [] : [`${inner}Opciones: ${offered.join(" · ")}`]),
    ...(type === "list"
      ? (field.rows ?? []).flatMap((row) => [
          `${inner}${row.title}`,
          ...row.fields.flatMap((one) => fieldLines(one, `${inner}   `, count)),
        ])
      : [indented(`Respuesta: ${answer ?? "(sin respuesta)"}`, inner)]),
  ];
}

export function shownText(steps: ShownStep[]): string {
  const count: Count = { next: 0 };
  return steps
    .flatMap(({ title, body, sections, action }, index) => [
      `Paso ${index + 1}: «${title}»`,
      ...(body === undefined ? [] : [indented(body, "  ")]),
      ...sections.flatMap((section) => [
        ...(section.title === undefined ? [] : [`  ${section.title}`]),
        ...(section.body === undefined ? [] : [indented(section.body, "  ")]),
        ...section.fields.flatMap((field) => fieldLines(field, "  ", count)),
      ]),
      `  [botón] ${action}`,
    ])
    .join("\n");
}
