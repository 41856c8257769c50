export const surfaces: readonly string[]
export function oddEnglishIn(
  file: string,
  source: string,
): { readonly surface: string; readonly line: number; readonly hit: string; readonly text: string }[]
