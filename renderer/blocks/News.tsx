/** News look as promotions do: what differs is what they tell. A block's code is in the file of its name. */
export { default } from "./Promotions.tsx";
