import type { ReactNode } from "react";

/** The drawings of controls, which options may name too. Lines of one weight, in the colour of the text. */
const icons: Record<string, ReactNode> = {
  car: (
    <path d="M3 16v-3.5l2-1.2 1.7-3.6A3 3 0 0 1 9.4 6h5.2a3 3 0 0 1 2.7 1.7l1.7 3.6 2 1.2V16h-2m-9 0h4M6 11.3h12M7.5 14.5a2 2 0 1 0 .01 0Zm9 0a2 2 0 1 0 .01 0Z" />
  ),
  truck: (
    <path d="M2.5 16V7h10v9m0-6h4l4 3.3V16h-1.7m-5 0h-4.6m-5 0H2.5M6.7 14.5a2 2 0 1 0 .01 0Zm9.8 0a2 2 0 1 0 .01 0Z" />
  ),
  wrench: (
    <path d="M14.5 9.5 5.7 18.3a1.7 1.7 0 0 1-2.4 0 1.7 1.7 0 0 1 0-2.4l8.8-8.8M20.5 6.6a5 5 0 0 1-6.8 5.1 5 5 0 0 1 2.9-8.5l-1 3.2 2 2 2.9-1.8Z" />
  ),
  paint: <path d="M4 4.5h13v5H4Zm13 2.5h3v5.5h-8.5V16M10 16h3v4.5h-3Z" />,
  box: <path d="m12 3 8 4.2v9.6L12 21l-8-4.2V7.2Zm0 9.2 8-5m-8 5-8-5m8 5V21" />,
  calendar: <path d="M4 6h16v14H4Zm0 4.5h16M8 3.5V8m8-4.5V8m-8 6h2m4 0h2" />,
  shield: (
    <path d="M12 3 4.5 5.8v5.4c0 4.5 3.1 8.2 7.5 9.8 4.4-1.6 7.5-5.3 7.5-9.8V5.8Zm-3.2 9 2.4 2.4 4.2-4.6" />
  ),
  money: <path d="M3 6h18v12H3Zm9 3.3a2.7 2.7 0 1 0 .01 0ZM6 9v.01M18 15v.01" />,
  document: <path d="M6 3h8l4 4v14H6Zm8 0v4h4M9 12h6m-6 4h6" />,
  person: <path d="M12 4a4 4 0 1 0 .01 0ZM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6" />,
  chat: <path d="M4 5h16v11h-8.5L7 20v-4H4Zm4 4h8m-8 3.3h5" />,
  key: <path d="M8 11a4.5 4.5 0 1 0 .01 0Zm3.3 1.3L20 3.6m-3.3 3.3 2.6 2.6m-5.2 0 1.8 1.8" />,
};

/** `size` in pixels. @throws {Error} when there is no drawing of that name. */
export function Icon({ name, size = 28 }: { name: string; size?: number }) {
  const drawing = Object.hasOwn(icons, name) ? icons[name] : undefined;
  if (drawing === undefined) throw new Error(`there is no drawing "${name}"`);
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawing}
    </svg>
  );
}
