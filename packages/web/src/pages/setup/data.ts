/** The values a user submitted without scripts. */
export interface SetupData {
  /** By field name, without the password. */
  readonly values: Readonly<Record<string, string>>
  readonly message?: string
  /** The name of the invalid field. */
  readonly field?: string | undefined
}
