/** In the place of a library that rjsf asks to join addresses of schemas. Ours have none, so there is nothing to join. */
export default {
  equal: (one: string, other: string): boolean => one === other,
  resolve: (_base: string, address: string): string => address,
};
