import type { FieldOfMetadata } from '@trackerkit/client'
import { expect, it } from 'vitest'
import { mainTexts } from '../../texts/english/main.js'
import type { Texts } from '../../texts/index.js'
import { chipsOf } from './chips.js'

it('names standard and custom fields by their labels, and unknown ones as they are', () => {
  const fields = [{ name_in_bugs: 'cf_size', display_name: 'Size' } as FieldOfMetadata]
  const query = new URLSearchParams({ priority: 'High', cf_size: 'Large', cf_old: 'x' })
  const words = chipsOf(query, mainTexts as Texts, fields).map((chip) => chip.words)
  const { chip } = mainTexts.list
  expect(words).toEqual([chip('Priority', 'High'), chip('Size', 'Large'), chip('cf_old', 'x')])
})
