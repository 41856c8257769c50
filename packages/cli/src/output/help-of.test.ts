import { operations } from '@trackerkit/core/operations'
import { describe, expect, it } from 'vitest'
import { administration } from '../administration/administration.js'
import { helpOf } from './help-of.js'

describe('the help of a command that runs one operation', () => {
  it('says what the operation does and what each option means', () => {
    const help = helpOf('component create', operations.components.create)
    expect(help).toContain('trackerkit component create ...')
    expect(help).toContain('Creates a component of a product.')
    expect(help).toMatch(/--default-qa-contact\n +Login names; the QA contact is ignored/)
    expect(help).toMatch(/--product {2}\(needed/)
  })

  it('fits a terminal, whatever the command', () => {
    for (const [words, { operation }] of Object.entries(administration)) {
      const lines = helpOf(words, operation).split('\n')
      expect([words, lines.filter((line) => line.length > 100)]).toEqual([words, []])
    }
  })
})
