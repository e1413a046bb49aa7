/** `{name}`, or `{name:kind}` to be shown as answers of that kind are; `{10000:kind}` is a number as its country writes it. */
export const placeholder = /\{([A-Za-z][A-Za-z0-9.]*|[0-9]+(?=:))(?::([A-Za-z][A-Za-z0-9]*))?\}/g;

/** Whether a placeholder's name is a number, which stands for itself. */
export const isNumeral = (name: string): boolean => /^[0-9]/.test(name);
