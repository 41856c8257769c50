// Weighted headers: Accept and Accept-Encoding.

/** The names in the header, in order and in lower case, with the weight `q`: 1 by default, 0 if it is no number. */
export function weightsOf(header: string): [name: string, q: number][] {
  return header
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [name = '', ...settings] = range.split(';').map((part) => part.trim())
      return [name, Number(settings.find((setting) => setting.startsWith('q='))?.slice(2) ?? 1) || 0]
    })
}
