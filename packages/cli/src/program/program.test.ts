import { describe, expect, it } from 'vitest'
import { administration } from '../administration/administration.js'
import { createProgram, find } from './program.js'

/** Output of `trackerkit ... --help`. */
function helpOf(...words: string[]): string {
  let text = ''
  const { command } = find(createProgram('0'), words.length > 0 ? words : ['--help'])
  command.configureOutput({ writeOut: (written) => (text += written) })
  command.outputHelp()
  return text
}

describe('the help of trackerkit', () => {
  it('lists every command on no more than 68 lines', () => {
    const help = helpOf()
    for (const words of Object.keys(administration)) {
      const [group = '', verb = ''] = words.split(' ')
      expect(help).toMatch(new RegExp(`^  ${group} (\\S+\\|)?${verb}(\\||\\s)`, 'm'))
    }
    expect(help.split('\n').length).toBeLessThanOrEqual(68)
  })
})

describe('the help of a group of commands', () => {
  it('says what each of them does', () => {
    const help = helpOf('component', '--help')
    expect(help).toMatch(/^ {2}create +Create a component of a product$/m)
    expect(help).toMatch(/^ {2}delete +/m)
    expect(help).not.toContain('keyword')
  })
})

describe('the help of a command that runs one operation', () => {
  it('says what the operation does and what each option means', () => {
    const help = helpOf('component', 'create')
    expect(help).toContain('Usage: trackerkit component create [options] <NAME>')
    expect(help).toContain('Creates a component of a product.')
    expect(help).toMatch(/^ {2}NAME +Name, 1 to 64 characters/m)
    expect(help).toMatch(/--default-qa-contact <value> +Login of the QA contact/)
    expect(help).toMatch(/--product <value> .+\(required\)/)
    expect(help).toMatch(/--is-open\[=false\] /)
    for (const shared of ['--db <FILE|URL>', '--as <LOGIN>', '--json']) expect(help).toContain(shared)
  })

  it('lists the parts of an input and how secrets are given, and leaves out what the operands say', () => {
    const help = helpOf('user', 'update')
    for (const option of ['--groups.add', '--groups.remove', '--groups.set', '--password-stdin'])
      expect(help).toContain(`  ${option} `)
    expect(help).not.toMatch(/--(password|names|ids) /)
  })

  it('fits a terminal, whatever the command', () => {
    for (const words of Object.keys(administration)) {
      const lines = helpOf(...words.split(' ')).split('\n')
      expect([words, lines.filter((line) => line.length > 100)]).toEqual([words, []])
    }
  })
})
