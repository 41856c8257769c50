import { beforeAll, describe, expect, it } from 'vitest'
import { addCustomField } from '../../../test/bug-rows.js'
import { testCatalogue } from '../../../test/set-up.js'
import { short } from '../../../test/short-condition.js'
import type { Catalogue } from '../../setup/catalogue.js'
import { fieldTypes } from '../../setup/field-types.js'
import { readQuicksearch } from './read.js'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await testCatalogue(async (tx) => {
    await addCustomField(tx, { name: 'cf_colour', type: fieldTypes.freeText })
    await addCustomField(tx, { name: 'cf_note', type: fieldTypes.freeText })
  })
})

const read = (text: string) => short(readQuicksearch(text, catalogue))

/** The condition of terms after the word that takes the restriction to open bugs away. */
function term(text: string): string {
  const condition = readQuicksearch(`ALL ${text}`, catalogue)
  if (!('all' in condition)) throw new Error('words are joined with AND')
  return short(condition)
}

/** Returns the condition of a word without a field. */
const word = (text: string, ...more: string[]) =>
  `or(${['alias', 'short_desc', 'status_whiteboard', ...(text.length > 2 ? ['product', 'component'] : []), ...more]
    .map((field) => `${field} substring ${text}`)
    .join(', ')}, content matches "${text}")`

function errorOf(text: string): unknown {
  try {
    return read(text)
  } catch (error) {
    return error
  }
}

describe('a quicksearch as a whole', () => {
  it('is nothing when only blanks and commas are left', () => {
    for (const text of ['', '  ', ' , ,', ','])
      expect(errorOf(text)).toMatchObject({ code: 'buglist_parameters_required', number: 1000 })
    expect(errorOf('""')).toMatchObject({ code: 'buglist_parameters_required' })
  })

  it('lists bugs, open or not, when it is all numbers', () => {
    expect(read('5')).toBe('bug_id anyexact 5')
    expect(read(' 5, 17  3,')).toBe('bug_id anyexact 5|17|3')
    expect(read('5 x')).toBe(`and(is_open anyexact 1, ${word('5')}, ${word('x')})`)
  })

  it('joins words with AND and asks for open bugs', () => {
    expect(read(',crash menu ')).toBe(`and(is_open anyexact 1, ${word('crash', 'keywords')}, ${word('menu')})`)
  })
})

describe('quotes in a quicksearch', () => {
  it('keep blanks, commas and bars within a word', () => {
    expect(term('"a b, c|d"')).toBe(word('a b, c|d'))
    expect(term("'a b'")).toBe(word('a b'))
    expect(term('summary:"a b,c",d')).toBe('or(short_desc substring a b,c, short_desc substring d)')
    expect(term("summary:'a b'")).toBe('short_desc substring a b')
    expect(term('a" "b')).toBe(word('a b'))
  })

  it('take special meanings away', () => {
    for (const text of ['#a', ':a', '@a', 'summary:x', 'review?', 'P1', '-a'])
      expect(term(`"${text}"`)).toBe(word(text))
    expect(term('"AND"')).toBe(word('AND'))
    expect(read('"ALL"')).toBe(`and(is_open anyexact 1, ${word('ALL')})`)
  })

  it('are apostrophes within words', () => {
    expect(term("don't")).toBe(word("don't"))
    expect(term("'don't do'")).toBe(word("don't do"))
  })

  it('come in pairs', () => {
    for (const text of ['"a', 'a b"', "'a", `summary:"a'`])
      expect(errorOf(text)).toMatchObject({
        code: 'quicksearch_unbalanced_quotes',
        number: 32000,
        data: { field: 'quicksearch', value: text },
      })
  })
})

describe('AND, OR and NOT in a quicksearch', () => {
  const [a, b, c] = [word('aa'), word('bb'), word('cc')]

  it('join neighbours, OR before AND', () => {
    expect(term('aa AND bb')).toBe(`and(${a}, ${b})`)
    expect(term('aa OR bb')).toBe(`or(${a}, ${b})`)
    expect(term('aa bb OR cc')).toBe(`and(${a}, or(${b}, ${c}))`)
    expect(term('aa OR bb OR cc')).toBe(`or(${a}, ${b}, ${c})`)
    expect(term('aa or bb')).toBe(`and(${a}, ${word('or')}, ${b})`)
  })

  it('negate like a minus, and cancel each other when doubled', () => {
    expect(term('NOT aa')).toBe(`not ${a}`)
    expect(term('-aa')).toBe(`not ${a}`)
    expect(term('NOT NOT aa')).toBe(a)
    expect(term('NOT -aa')).toBe(a)
    expect(term('NOT aa|bb')).toBe(`and(${b}, not ${a})`)
  })

  it.each(['AND a', 'OR a', 'a AND', 'a OR', 'a NOT', 'NOT', 'a AND OR b', 'a OR AND b', 'NOT AND a', 'NOT OR a'])(
    'are refused as %s',
    (text) => {
      expect(errorOf(text)).toMatchObject({
        code: 'quicksearch_invalid_query',
        number: 32000,
        data: { field: 'quicksearch', value: text },
      })
    },
  )
})

describe('alternatives in a quicksearch', () => {
  it('are separated by bars, and each stands for itself', () => {
    expect(term('aa|summary:bb|cc')).toBe(`or(${word('aa')}, short_desc substring bb, ${word('cc')})`)
    expect(term('summary:aa|bb')).toBe(`or(short_desc substring aa, ${word('bb')})`)
    expect(term('|aa||')).toBe(word('aa'))
  })

  it('that are negated must all fail', () => {
    expect(term('aa|-bb|cc|-dd')).toBe(`and(or(${word('aa')}, ${word('cc')}), not ${word('bb')}, not ${word('dd')})`)
  })
})

describe('the first word of a quicksearch', () => {
  it('says which statuses', () => {
    expect(read('ALL aa')).toBe(word('aa'))
    expect(read('OPEN aa')).toBe(`and(is_open anyexact 1, ${word('aa')})`)
    expect(read('RESO aa')).toBe(`and(bug_status anyexact RESOLVED, ${word('aa')})`)
    expect(read('UNCO,VER')).toBe('bug_status anyexact UNCONFIRMED|VERIFIED')
  })

  it('says which resolutions, of all that is closed', () => {
    expect(read('FIX')).toBe('and(bug_status anyexact RESOLVED|VERIFIED, resolution anyexact FIXED)')
    expect(read('CONF,INV')).toBe('and(bug_status anyexact CONFIRMED|RESOLVED|VERIFIED, resolution anyexact INVALID)')
  })

  it('is an ordinary word when it is the prefix of no status, or not the first word', () => {
    expect(read('UNCO,XYZ')).toBe('bug_status anyexact UNCONFIRMED')
    expect(read('XYZ')).toBe(`and(is_open anyexact 1, ${word('XYZ')})`)
    expect(read('unco')).toBe(`and(is_open anyexact 1, ${word('unco')})`)
    expect(read('aa RESO')).toBe(`and(is_open anyexact 1, ${word('aa')}, ${word('RESO')})`)
    expect(read('-RESO')).toBe(`and(is_open anyexact 1, not ${word('RESO')})`)
  })

  it('is not needed when a field term asks for status or resolution', () => {
    expect(read('status:RESOLVED aa')).toBe(`and(bug_status substring RESOLVED, ${word('aa')})`)
    expect(read('aa -resolution:FIXED')).toBe(`and(${word('aa')}, not resolution substring FIXED)`)
  })
})

describe('special first characters in a quicksearch', () => {
  it('# looks in the summary, or everywhere for the phrase', () => {
    expect(term('#crash')).toBe('or(short_desc substring crash, content matches "crash")')
  })

  it(': looks for products and components', () => {
    expect(term(':wid,ui')).toBe(
      'or(product substring wid, component substring wid, product substring ui, component substring ui)',
    )
  })

  it('@ looks for assignees', () => {
    expect(term('@bob,alice')).toBe('or(assigned_to substring bob, assigned_to substring alice)')
  })

  it('[ looks in summary and whiteboard', () => {
    expect(term('[tag')).toBe('or(short_desc substring tag, status_whiteboard substring tag)')
  })

  it('! looks for keywords', () => {
    expect(term('!crash,regression')).toBe('keywords anywords crash|regression')
    expect(term('-!crash')).toBe('not keywords anywords crash')
  })

  it('need at least one more character', () => {
    for (const text of ['#', ':', '@', '[', '!', '-', '@,']) expect(term(text)).toContain('short_desc substring')
  })
})

describe('field terms of a quicksearch', () => {
  it('compare as their sign says', () => {
    expect(term('summary:aa')).toBe('short_desc substring aa')
    expect(term('summary=aa')).toBe('short_desc equals aa')
    expect(term('priority!=High')).toBe('priority notequals High')
    expect(term('bug_id>=5')).toBe('bug_id greaterthaneq 5')
    expect(term('bug_id<=5')).toBe('bug_id lessthaneq 5')
    expect(term('bug_id>5')).toBe('bug_id greaterthan 5')
    expect(term('bug_id<5')).toBe('bug_id lessthan 5')
    expect(term('-bug_id<5')).toBe('not bug_id lessthan 5')
    expect(term('content=aa')).toBe('content matches aa')
    expect(term('owner_idle_time<3d')).toBe('owner_idle_time greaterthan 3d')
  })

  it('give each of the fields each of the values', () => {
    expect(term('summary,url:aa,bb')).toBe(
      'or(short_desc substring aa, short_desc substring bb, bug_file_loc substring aa, bug_file_loc substring bb)',
    )
  })

  it('know short names, beginnings of names and custom fields', () => {
    expect(term('SW:aa')).toBe('status_whiteboard substring aa')
    expect(term('stat:NEW')).toBe('bug_status substring NEW')
    expect(term('prio:High')).toBe('priority substring High')
    expect(term('comment:aa')).toBe('longdesc substring aa')
    expect(term('cf_colour:red')).toBe('cf_colour substring red')
    expect(term('colour:red')).toBe('cf_colour substring red')
    expect(term('colo:red')).toBe('cf_colour substring red')
    expect(term('requestee:bob')).toBe('requestees.login_name substring bob')
  })

  it('of unknown and ambiguous names are all reported', () => {
    expect(errorOf('nix:1 summary,foo:2 pro:3 re:4')).toMatchObject({
      code: 'quicksearch_unknown_field',
      number: 32000,
      data: {
        field: 'quicksearch',
        value: 'nix:1 summary,foo:2 pro:3 re:4',
        fields: ['nix', 'foo', 're'],
      },
    })
  })

  it('without a value are words', () => {
    expect(term('summary:')).toBe(word('summary:'))
    expect(term('summary:""')).toBe(word('summary:'))
  })
})

describe('flag requests in a quicksearch', () => {
  it('are for a flag, of a given person or any', () => {
    expect(term('review?')).toBe('flagtypes.name substring review?')
    expect(term('review?bob')).toBe('and(flagtypes.name substring review?, requestees.login_name substring bob)')
    expect(term('flag:review?bob')).toBe('and(flagtypes.name substring review?, requestees.login_name substring bob)')
    expect(term('flag:review+')).toBe('flagtypes.name substring review+')
    expect(term('aa|review?bob')).toBe(
      `or(${word('aa')}, and(flagtypes.name substring review?, requestees.login_name substring bob))`,
    )
  })
})

describe('plain words of a quicksearch', () => {
  it('are several when commas separate them', () => {
    expect(term('aa,bb')).toBe(`or(${word('aa')}, ${word('bb')})`)
  })

  it('look for products and components only when longer than two characters and part of few names', () => {
    expect(term('ui')).toBe(word('ui'))
    expect(term('new')).not.toContain('product')
    expect(term('new')).toContain('component substring new')
    expect(term('hang')).not.toContain('component')
    expect(term('row')).not.toContain('product')
  })

  it('look for keywords only when they are the name of one', () => {
    expect(term('Crash')).toContain('keywords substring Crash')
    expect(term('cras')).not.toContain('keywords')
  })

  it.each(['10.0.0.1', 'www.example.com', 'http://x/1', 'localhost', 'mailto:bob', 'example.com:80/x'])(
    'look for the URL %s',
    (text) => {
      expect(term(text)).toContain(`bug_file_loc substring ${text}`)
    },
  )

  it('are priorities, by rank where no priority has that name', () => {
    const names = catalogue.fields.named('priority')?.values.map((value) => value.name) ?? []
    expect(names.length).toBeGreaterThan(3)
    expect(term('P1')).toBe(`priority anyexact ${names[0]}`)
    expect(term('p3-2')).toBe(`priority anyexact ${names[1]}|${names[2]}`)
    expect(term('P0-99')).toBe(`priority anyexact ${names.join('|')}`)
    expect(term('P2x')).toBe(word('P2x'))
  })
})
