// Weighted headers: Accept and Accept-Encoding.

/** What the header names, in its order and in lower case, with the weight `q`: 1 unless said otherwise, 0 for what is no number. */
export function weightsOf(header: string): [name: string, q: number][] {
  return header
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [name = '', ...settings] = range.split(';').map((part) => part.trim())
      return [name, Number(settings.find((setting) => setting.startsWith('q='))?.slice(2) ?? 1) || 0]
    })
}
