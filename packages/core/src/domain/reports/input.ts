// Reports from programs, as they come in.
import * as z from 'zod'
import { limited, line, list, longText, word } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import { answersInput } from '../forms/answers.js'
import { content, contentType, fileName } from '../attachments/fields.js'
import { maxSummaryLength } from '../bugs/fields/input-values.js'

const [longestEmail, longestPage, longestClient, mostFiles] = [255, 2000, 500, 5]

/** Where it happened, without the parts of the address that may hold secrets. */
function withoutSecrets(text: string): string {
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname}`
}

const page = limited(z.string(), longestPage)
  .refine(
    (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
    problem('param_invalid', { accepted: 'a URL that begins with http:// or https://' }),
  )
  .transform(withoutSecrets)
  .meta({ maxLength: longestPage })

const file = z.strictObject({
  file_name: fileName.meta({ description: 'File name.' }),
  content_type: contentType.default('').meta({ description: 'Content type. Defaults to application/octet-stream.' }),
  data: content.meta({ description: 'Its content.' }),
})

export const reportKey = word.meta({ description: 'The key of the intake.' })

export const reportInput = z.strictObject({
  key: reportKey,
  summary: limited(line, maxSummaryLength)
    .refine((text) => text !== '', problem('param_required'))
    .meta({ maxLength: maxSummaryLength, description: 'The problem, in 1 to 255 characters.' }),
  description: longText.default('').meta({ description: 'Details, at most 65,535 characters.' }),
  answers: answersInput.default({}).meta({
    description: 'Answers to the form of the intake, by the IDs of its elements, as in `bugs.create`.',
  }),
  email: limited(line, longestEmail)
    .refine((text) => /^[^\s@]+@[^\s@]+$/.test(text), problem('param_invalid', { accepted: 'an email address' }))
    .meta({
      maxLength: longestEmail,
      description: 'Where to reach the reporter, at most 255 characters. Only insiders see it. It is not verified.',
    })
    .optional(),
  page: page
    .optional()
    .meta({ description: 'The page with the problem, at most 2,000 characters. Query and fragment are cut.' }),
  client: limited(line, longestClient)
    .optional()
    .meta({ maxLength: longestClient, description: 'Program and version, at most 500 characters.' }),
  files: list(file, mostFiles).default([]).meta({ description: 'At most 5 files.' }),
})

export type Report = z.output<typeof reportInput>
