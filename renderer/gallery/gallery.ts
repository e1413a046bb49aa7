/** The gallery of widgets, in development: mounts its forms as a page of others would, and answers in place of a server. */
import type { Answers, CompiledForm, DataAnswer, FileAnswer, Mounted, MountFlow } from "../embed/api.ts";

interface GalleryForm extends Omit<CompiledForm, "revision"> {
  id: string;
  answers: Answers;
  touched: string[];
  data: {
    [name: string]: {
      status: "loading" | DataAnswer["status"];
      options: DataAnswer["options"];
      value?: unknown;
    };
  };
}

interface Gallery {
  /** Address of the module that mounts forms. */
  module: string;
  forms: GalleryForm[];
}

const never = (): Promise<never> => new Promise(() => {});

async function mount(mountFlow: MountFlow, form: GalleryForm, element: Element): Promise<Mounted> {
  const { id, answers, touched, data, ...compiled } = form;
  let files = 0;
  return mountFlow(element, {
    compiled: { ...compiled, revision: id },
    answers,
    touched,
    data({ data: name }): Promise<DataAnswer> {
      const { status, ...given } = data[name]!;
      return status === "loading" ? never() : Promise.resolve({ status, ...given });
    },
    onUpload: (_path, { name, size, type }): Promise<FileAnswer> =>
      Promise.resolve({ id: `file-${++files}`, name, size, type }),
    onSubmit() {},
  });
}

async function begin(): Promise<void> {
  const { module, forms } = JSON.parse(document.querySelector("#gallery")!.textContent) as Gallery;
  const place = document.querySelector("#forms")!;
  const { mountFlow } = (await import(/* @vite-ignore */ module)) as { mountFlow: MountFlow };
  const mounted = new Map<string, Mounted>();
  for (const form of forms) {
    const element = place.appendChild(document.createElement("div"));
    element.dataset["form"] = form.id;
    mounted.set(form.id, await mount(mountFlow, form, element));
  }
  // What is answered now, for the console and for tests.
  Object.assign(globalThis, { answers: (id: string): Answers | undefined => mounted.get(id)?.answers() });
}

void begin();
