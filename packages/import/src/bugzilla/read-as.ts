import type * as z from 'zod'
import { AskError } from '../http/ask-error.js'

/** A response in the expected format. @throws AskError with the place of a difference */
export function readAs<T extends z.ZodType>(schema: T, answer: unknown, path: string): z.output<T> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new AskError('broken', `/rest/${path} answers in another form: ${issue?.path.join('.')}: ${issue?.message}`)
}
