import { describe, expect, it } from 'vitest'
import { refuseUnknownOptions } from './renamed-options.js'

const known = { store: true, mail: true } as const
const refusal = (options: object, group?: string) => {
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
})
