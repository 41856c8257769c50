// Texts: words as frequent as words are, in several scripts, with an emoji now and then.
import { below, chance, oneOf, weighted, zipf, type Choice, type Random } from './random.js'

interface Script {
  readonly words: Choice<string>
  readonly gap: string
  readonly end: string
}

const common = (
  'the to a is in and it of on not when this with for after that crash error button window update page open click shows ' +
  'fails version but be can should work same click login memory slow test build patch release user file list menu text'
).split(' ')

const emoji = ['🐞', '🎉', '👍🏽', '🚀', '😀', '🇺🇳', '👩‍💻', '❤️', '🔥', '✅']

const syllables = {
  latin:
    'ba be bo ca ce co da de di do el en er fa fi ga go ha il in ka ko la le lo ma mi mo na ne no or pa ra re ri ro sa se si ta te ti to tra ur va ver wi xe zo é ü ñ',
  cyrillic: 'ба ве го да жи за ка ле мо на ор по ра се та у фи хо це ча ши эл ю я ть ск ст',
  japanese: 'ア イ ウ エ カ キ ク サ シ タ テ の に を は が 画 面 表 示 保 存 失 敗 修 正 設 定',
  arabic: 'ال با تا جا دا را سا شا عا فا قا كا لا ما نا ها وا يا',
}

/** How many different words a script has. */
const vocabulary = 4000

/** Writes texts; the words it knows are the same for the same random numbers. */
export function createWriter(random: Random) {
  const script = (sounds: string, gap = ' ', end = '. ', known: readonly string[] = []): Script => ({
    gap,
    end,
    words: zipf([...known, ...invented(random, sounds.split(' '))]),
  })
  const latin = script(syllables.latin, ' ', '. ', common)
  const scripts = weighted([
    [latin, 90],
    [script(syllables.cyrillic), 4],
    [script(syllables.japanese, '', '。'), 4],
    [script(syllables.arabic), 2],
  ])
  return {
    /** Sentences and paragraphs of about this many characters. */
    text: (length: number) => written(random, scripts(random), length, 1 / 12),
    /** One line of about this many characters, without a period. */
    line: (length: number) => written(random, scripts(random), length, 0),
    /** Something like a name. */
    name: () => capital(latin.words(random)),
  }
}

export type TextWriter = ReturnType<typeof createWriter>

function written(random: Random, { words, gap, end }: Script, length: number, stops: number): string {
  let text = capital(words(random))
  while (text.length < length) {
    const isEnd = chance(random, stops)
    const between = !isEnd ? gap : chance(random, 1 / 5) ? `${end.trimEnd()}\n\n` : end
    text += between + (isEnd ? capital(words(random)) : words(random))
  }
  return chance(random, 0.03) ? `${text} ${oneOf(random, emoji)}` : text
}

function invented(random: Random, sounds: readonly string[]): string[] {
  const words = new Set<string>()
  while (words.size < vocabulary) {
    const length = 2 + below(random, 3)
    words.add(Array.from({ length }, () => oneOf(random, sounds)).join(''))
  }
  return [...words]
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
