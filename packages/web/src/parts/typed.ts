/** The text of a form by the name of the field; '' if it is missing. */
export type Typed = (name: string) => string

export function typedIn(values: FormData): Typed {
  return (name) => {
    const value = values.get(name)
    return typeof value === 'string' ? value : ''
  }
}
