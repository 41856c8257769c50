import { describe, expect, it } from 'vitest'
import { htmlToText } from './html-to-text.js'

const attribution = '<div dir="ltr" class="gmail_attr">On Monday, Bug 12 wrote:<br></div>'
const gmail = (content: string) => `<div class="gmail_quote gmail_quote_container">${attribution}${content}</div>`
const quoted = (content: string) => `<blockquote class="gmail_quote">${content}</blockquote>`
const cited = (content: string) => `<blockquote type="cite">${content}</blockquote>`
const introduced = '> On Monday, Bug 12 wrote:'

describe('htmlToText', () => {
  it.each([
    [
      'below, in Gmail',
      gmail(`${quoted('<div>It blinks</div><blockquote>always</blockquote>')}<div><br></div><div>Here too.</div>`),
      `${introduced}\n> It blinks\n> always\n\nHere too.`,
    ],
    [
      'between, in Gmail',
      gmail(`${quoted('It blinks')}<div>Here too.</div>${quoted('at night')}<div>Always.</div>${quoted('the end')}`),
      `${introduced}\n> It blinks\n\nHere too.\n\n> at night\n\nAlways.\n\n> the end`,
    ],
    [
      'around, in Gmail',
      `<div>Here too.</div>${gmail(quoted('It blinks'))}<div>Always.</div>`,
      `Here too.\n\n${introduced}\n> It blinks\n\nAlways.`,
    ],
    [
      'above, in Gmail',
      `<div>Here too.</div><br>${gmail(quoted('It blinks'))}`,
      `Here too.\n\n${introduced}\n> It blinks`,
    ],
    [
      'below, in Thunderbird',
      `<div class="moz-cite-prefix">On Monday, Bug 12 wrote:<br></div>${cited('<p>It blinks</p><p>at night</p>')}<p>Here too.</p>`,
      `${introduced}\n\n> It blinks\n> at night\n\nHere too.`,
    ],
    [
      'between, in Mail on a Mac',
      `<div>${cited('<div>It <b>blinks</b></div>')}<div>Here too.</div>${cited('at&#10;night')}</div><div>Always.</div>`,
      '> It blinks\n\nHere too.\n\n> at night\n\nAlways.',
    ],
    [
      'above, in Yahoo Mail',
      `<div>Here too.</div><div class="yahoo_quoted"><div>On Monday:</div><blockquote>It blinks</blockquote><div>at night</div></div>`,
      'Here too.\n\n> On Monday:\n> It blinks\n> at night',
    ],
    ['above, in Outlook', '<div>Here too.</div><div id="appendonsend"></div><div>It blinks</div>', 'Here too.'],
  ])('marks quotes and keeps answers %s', (_, html, text) => {
    expect(htmlToText(html)).toBe(text)
  })

  it('marks a quote that is never closed, and takes no other end for its end', () => {
    expect(htmlToText('a<div><blockquote type=cite>b</div>c')).toBe('a\n\n> b\n> c')
    expect(htmlToText('</blockquote>a</div>b')).toBe('a\nb')
  })

  it('keeps the text after a head whose end is left out, and drops the title and the style', () => {
    const head = '<html><head><meta charset=utf-8><title>Mail</title><style>p { color: red }</style>'
    expect(htmlToText(`${head}<body><p>Here too.`)).toBe('Here too.')
    expect(htmlToText(`${head}</head><body><p>Here too.</p></body></html>`)).toBe('Here too.')
  })

  it('keeps the words of neighboring cells, terms and sections apart', () => {
    expect(htmlToText('<table><tr><td>Lamp</td><td>blinks</td></tr></table>')).toBe('Lamp blinks')
    expect(htmlToText('<dl><dt>Lamp</dt><dd>blinks</dd></dl>')).toBe('Lamp\nblinks')
    expect(htmlToText('<section>Lamp</section><section>blinks</section>')).toBe('Lamp\nblinks')
  })

  it('puts empty lines around paragraphs and headings only, and where the HTML has them', () => {
    const div = (content: string) => `<div>${content}</div>`
    expect(htmlToText(div('one') + div(div('two')) + div('<br>') + div('three<br>') + 'four<br>five')).toBe(
      'one\ntwo\n\nthree\nfour\nfive',
    )
    expect(htmlToText(`${div('one')}\n${div('&nbsp;')}\n${div('two')}`)).toBe('one\n\ntwo')
    expect(htmlToText('<h1>one</h1><p>two<p>three</p>four')).toBe('one\n\ntwo\n\nthree\n\nfour')
    expect(htmlToText('<table><tr><td>a</td></tr>\n<tr><td>b</td></tr></table>c')).toBe('a\nb\nc')
  })

  it('keeps the white space of preformatted text', () => {
    const log = 'if (a)\n    b()\n\n\n  c'
    expect(htmlToText(`<p>Log: \n x</p><pre>\n${log}\n</pre> end`)).toBe(`Log: x\n\n${log}\nend`)
    expect(htmlToText(`<pre>  a\r\n<b>  b</b>&#10;  c</pre>`)).toBe('  a\n  b\n  c')
    expect(htmlToText(cited('<pre>a\n  b</pre>'))).toBe('> a\n>   b')
  })

  it('numbers the items of lists that have numbers', () => {
    const list = '<ol>\n<li>one</li>\n<li><p>two</p><ul><li>x</li></ul></li><li></li></ol>'
    expect(htmlToText(`${list}<ol start="7"><li> seven<li>eight</ol>end`)).toBe(
      '1. one\n\n2. two\n\nx\n7. seven\n8. eight\nend',
    )
  })

  it('keeps the space by which a signature begins', () => {
    expect(htmlToText('<div>a</div>\n-- <br>Ann')).toBe('a\n-- \nAnn')
    expect(htmlToText('<div>a</div><div>--</div>b')).toBe('a\n--\nb')
  })

  it('is not longer for quotes in quotes', () => {
    const [start, end] = ['<blockquote type=cite>', '</blockquote>']
    expect(htmlToText(`${start.repeat(5000)}a${end.repeat(5000)}b`)).toBe('> a\n\nb')
  })
})
