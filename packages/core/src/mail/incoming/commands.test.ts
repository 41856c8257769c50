import { describe, expect, it } from 'vitest'
import { readCommands } from './commands.js'

describe('readCommands', () => {
  it('reads fields up to the first empty line, over several lines and with or without a sign', () => {
    const text =
      '\n@status = RESOLVED\n@bug_severity minor\n@cc ann@example.com,\n  bob@example.com\n\nDone.\n\n@status is text now'
    expect(readCommands(text)).toEqual({
      values: { status: 'RESOLVED', severity: 'minor', cc: 'ann@example.com, bob@example.com' },
      text: 'Done.\n\n@status is text now',
    })
  })

  it('takes a name that no command has for text in the first line, and names it further below', () => {
    expect(readCommands('@anna, look')).toBeUndefined()
    expect(readCommands('@constructor x')).toBeUndefined()
    expect(readCommands('Hello\n@status RESOLVED')).toBeUndefined()
    expect(readCommands('@status RESOLVED\n@anna look')).toMatchObject({ unknown: 'anna' })
  })
})
