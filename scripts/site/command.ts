// The pages about the command: the help of every command, and the settings of `serve`.
import { createProgram, find } from '../../packages/cli/src/program/program.js'
import { settingNames, settings, variableOf } from '../../packages/cli/src/settings/table.js'

type Command = ReturnType<typeof createProgram>

export function commandPage(): string {
  const program = createProgram('')
  const commands = leavesOf(program)
  return [
    '# The command',
    fenced(program),
    ...commands.flatMap((words) => [`## ${words.join(' ')}`, fenced(defined(words))]),
    '',
  ].join('\n\n')
}

export function settingsPage(): string {
  const { options } = defined(['serve'])
  const rows = settingNames.map((name) => {
    const long = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    const option = options.find((one) => one.long === long || one.long === long.replace('--', '--no-'))
    const flags = option ? `\`${option.flags}\`` : ''
    const cells = [flags, option?.description ?? '', settings[name], `\`${name}\``, `\`${variableOf(name)}\``]
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return [
    '# Settings',
    'Every setting of `trackerkit serve` is an option, a variable of the environment and a key of `trackerkit.json`. Options override the environment, which overrides the file. Secrets come only from the environment: see [the command](./command.md).',
    ['| option | meaning | type | key | variable |', '|---|---|---|---|---|', ...rows].join('\n'),
    '',
  ].join('\n\n')
}

/** The words of every command, such as `user create`. */
function leavesOf(command: Command, words: readonly string[] = []): (readonly string[])[] {
  if (command.commands.length === 0) return [words]
  return command.commands.flatMap((child) => leavesOf(child, [...words, child.name()]))
}

/** A command with its options. */
function defined(words: readonly string[]): Command {
  return find(createProgram(''), words).command
}

function fenced(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp()
  return `\`\`\`text\n${text.trim()}\n\`\`\``
}
