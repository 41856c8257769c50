import { describe, expect, it } from 'vitest'
import { refuseUnknownOptions } from './renamed-options.js'

type Known = Parameters<typeof refuseUnknownOptions>[1]

const refusal = (options: object, group?: string, known: Known = { store: true, mail: true }) => {
  try {
    refuseUnknownOptions(options, known, 'createTracker', group)
    return undefined
  } catch (error) {
    return error
  }
}

describe('refuseUnknownOptions', () => {
  it('accepts the options that exist', () => {
    expect(refusal({ store: 1, mail: undefined })).toBeUndefined()
  })

  it('names the new name of a renamed option', () => {
    expect(refusal({ store: 1, mailer: { password: 'hunter2' } })).toMatchObject({
      code: 'invalid_options',
      message: 'mailer is not an option of createTracker: mailer is now mail.',
      data: { field: 'mailer' },
    })
  })

  it('names the options that exist for any other name, even one that every object has', () => {
    for (const name of ['mialer', 'constructor', '__proto__']) {
      expect(refusal(Object.fromEntries([[name, 1]]))).toMatchObject({
        code: 'invalid_options',
        message: `${name} is not an option of createTracker. Accepted: mail, store.`,
      })
    }
  })

  it('names the group of an unknown option', () => {
    expect(refusal({ templates: {} }, 'mail')).toMatchObject({
      message: 'mail.templates is not an option of createTracker. Accepted: mail, store.',
    })
  })

  it('does not repeat a value, nor a long name', () => {
    const { message } = refusal({ [`x${'y'.repeat(5000)}`]: 'hunter2' }) as Error
    expect(message).not.toContain('hunter2')
    expect(message.length).toBeLessThan(200)
  })

  it('refuses a value of another kind with the accepted ones', () => {
    for (const [kind, value, shown, accepted] of [
      ['true or false', 'no', 'no', 'true or false'],
      ['a number of at least 0', -1, '-1', 'a number of at least 0'],
      ['a number of at least 0', NaN, 'NaN', 'a number of at least 0'],
      ['a number above 0', 0, '0', 'a number above 0'],
      ['a positive integer', 1.5, '1.5', 'a positive integer'],
      ['a positive integer', 'x', 'x', 'a positive integer'],
      ['a positive integer', '587', '587', 'a positive integer, not text'],
      ['a list of texts', [1], 'an object', 'a list of texts'],
      ['an AbortSignal', null, 'null', 'an AbortSignal'],
      ['a function', {}, 'an object', 'a function'],
      [['full', 'normal'], 'max', 'max', 'full, normal'],
    ] as const) {
      expect(refusal({ wrong: value }, 'group', { wrong: kind })).toMatchObject({
        code: 'invalid_options',
        message: `group.wrong cannot be '${shown}'. Accepted: ${accepted}.`,
      })
    }
  })

  it('accepts undefined and values of the kind', () => {
    for (const [kind, value] of [
      ['true or false', false],
      ['a number of at least 0', 0],
      ['a number above 0', 0.05],
      ['a positive integer', 1],
      ['a list of texts', []],
      ['an AbortSignal', new AbortController().signal],
      ['a function', () => undefined],
      ['text', ''],
      ['text or a Buffer', new Uint8Array(1)],
      [['full', 'normal'], 'full'],
    ] as const) {
      expect(refusal({ right: value, absent: undefined }, undefined, { right: kind, absent: kind })).toBeUndefined()
    }
  })

  it('does not repeat a value that may be a secret', () => {
    expect(refusal({ secret: 12345 }, undefined, { secret: 'text' })).toMatchObject({
      message: "secret cannot be 'a number'. Accepted: text.",
    })
  })
})
