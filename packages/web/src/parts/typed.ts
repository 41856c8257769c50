/** What was typed into a form, by the names of its fields; '' for what is not there. */
export type Typed = (name: string) => string

export function typedIn(values: FormData): Typed {
  return (name) => {
    const value = values.get(name)
    return typeof value === 'string' ? value : ''
  }
}
