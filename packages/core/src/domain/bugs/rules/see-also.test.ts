import { describe, expect, it } from 'vitest'
import { parameterValues } from '../../../setup/parameters.js'
import { parseSeeAlso } from './see-also.js'

const here = { parameters: parameterValues([{ name: 'urlbase', value: 'https://tracker.example.com/t/' }]) }

describe('see-also links', () => {
  it.each([
    ['12', { local: '12' }],
    ['my_alias', { local: 'my_alias' }],
    ['https://tracker.example.com/t/show_bug.cgi?id=12', { local: '12' }],
    ['https://tracker.example.com/t/show_bug.cgi?ctype=xml&id=12#c3', { local: '12' }],
    ['https://bugs.example.org/x/show_bug.cgi?id=7&a=b#c3', { url: 'https://bugs.example.org/x/show_bug.cgi?id=7' }],
    ['bugs.example.org/show_bug.cgi?id=7', { url: 'http://bugs.example.org/show_bug.cgi?id=7' }],
    ['https://bugs.launchpad.net/ubuntu/+source/x/+bug/1234', { url: 'https://launchpad.net/bugs/1234' }],
    ['http://launchpad.net/bugs/1234', { url: 'https://launchpad.net/bugs/1234' }],
    [
      'https://code.google.com/p/proj/issues/detail?id=5#c2',
      { url: 'http://code.google.com/p/proj/issues/detail?id=5' },
    ],
    ['https://bugs.debian.org/123456', { url: 'http://bugs.debian.org/123456' }],
    ['bugs.debian.org/cgi-bin/bugreport.cgi?bug=123456', { url: 'http://bugs.debian.org/123456' }],
    ['https://jira.example.org/browse/ABC-12?focused=1#x', { url: 'https://jira.example.org/browse/ABC-12' }],
    ['http://trac.example.org/p/ticket/8?x=1#y', { url: 'http://trac.example.org/p/ticket/8' }],
    ['http://mantis.example.org/view.php?id=3#n', { url: 'http://mantis.example.org/view.php?id=3' }],
    [
      'http://sourceforge.net/tracker/?func=detail&aid=1&group_id=2&atid=3#x',
      { url: 'http://sourceforge.net/tracker/?func=detail&aid=1&group_id=2&atid=3' },
    ],
    ['http://github.com/o/r/pull/9#discussion', { url: 'https://github.com/o/r/pull/9' }],
    ['https://gitlab.com/g/s/p/-/issues/12?x=1#note_3', { url: 'https://gitlab.com/g/s/p/-/issues/12' }],
    ['https://git.example.org/g/p/-/merge_requests/3', { url: 'https://git.example.org/g/p/-/merge_requests/3' }],
    ['https://gitlab.example.org/g/p/-/work_items/4', { url: 'https://gitlab.example.org/g/p/-/work_items/4' }],
    [
      'https://codeberg.org/forgejo/forgejo/issues/7#issuecomment-1',
      { url: 'https://codeberg.org/forgejo/forgejo/issues/7' },
    ],
    ['https://gitea.example.org/o/r/pulls/8', { url: 'https://gitea.example.org/o/r/pulls/8' }],
    ['https://code.forgejo.org/o/r/issues/8', { url: 'https://code.forgejo.org/o/r/issues/8' }],
    ['https://www.redmine.org/issues/42?tab=history#note-2', { url: 'https://www.redmine.org/issues/42' }],
    ['https://example.org/redmine/issues/42', { url: 'https://example.org/redmine/issues/42' }],
    ['https://phabricator.wikimedia.org/T2001#5', { url: 'https://phabricator.wikimedia.org/T2001' }],
    ['http://issues.chromium.org/issues/40084918?pli=1', { url: 'https://issues.chromium.org/issues/40084918' }],
    ['crbug.com/1234', { url: 'https://crbug.com/1234' }],
    [
      'https://bugs.chromium.org/p/v8/issues/detail?id=9&q=x',
      { url: 'https://bugs.chromium.org/p/v8/issues/detail?id=9' },
    ],
  ])('may be %s and are stored as %j', (given, link) => {
    expect(parseSeeAlso(given, here, 'see_also')).toEqual(link)
  })

  it.each([
    'http://example.com/',
    'ftp://bugs.example.org/show_bug.cgi?id=7',
    'javascript:alert(1)',
    'http://bugs.example.org/show_bug.cgi?id=x',
    'http://github.com/o/r',
    'http://github.com.evil.example/o/r/issues/1',
    'http://notlaunchpad.net/bugs/1',
    'https://jira.example.org/browse/a-12',
    'https://two words/show_bug.cgi?id=7',
    'a-b',
    'https://gitlab.com/g/p/-/issues/new',
    'https://gitlab.com/-/issues/1',
    'https://codeberg.org.evil.example/o/r/issues/7',
    'https://notcodeberg.org/o/r/issues/7',
    'https://example.org/a/b/issues/42',
    'https://phabricator.example.org/D12',
    'https://issues.chromium.org/issues/x',
    'https://crbug.com.evil.example/1',
    'https://github.com/x/issues/1',
    'https://www.github.com/issues/1',
    'https://gist.github.com/x/issues/1',
    'https://gitlab.com/x/issues/1',
    'https://codeberg.org/x/issues/1',
    'https://gitea.example.org/x/issues/1',
    'https://bugs.launchpad.net/x/issues/1',
    'https://bugs.debian.org/issues/1',
    'https://bugs.chromium.org/x/issues/1',
    'https://crbug.com/x/issues/1',
    'https://sourceforge.net/x/issues/1',
    'https://github.com/x/ticket/1',
    'https://github.com/x/browse/AB-1',
    'https://github.com/x/view.php?id=1',
    'https://gitlab.com/T12',
  ])('may not be %s, which is no bug', (given) => {
    expect(() => parseSeeAlso(given, here, 'see_also')).toThrow(
      expect.objectContaining({ code: 'bug_url_invalid', number: 112 }) as Error,
    )
  })

  it('are accepted where a pattern of the installation matches the whole address', () => {
    const see_also_patterns = 'https://youtrack\\.example\\.org/issue/[A-Z]+-\\d+\n\nhttps://(a|b)\\.example/\\d+'
    const own = { parameters: { ...here.parameters, see_also_patterns } }
    const take = (url: string) => parseSeeAlso(url, own, 'see_also')
    expect(take('https://youtrack.example.org/issue/AB-12#c')).toEqual({
      url: 'https://youtrack.example.org/issue/AB-12',
    })
    expect(take('https://b.example/7')).toEqual({ url: 'https://b.example/7' })
    for (const url of ['https://youtrack.example.org/issue/AB-12/x', 'https://evil.example/?https://a.example/7'])
      expect(() => take(url)).toThrow(expect.objectContaining({ code: 'bug_url_invalid' }) as Error)
  })

  it('are not parsed where they or their hosts are longer than any address', () => {
    const refused = (text: string, code: string) =>
      expect(() => parseSeeAlso(text, here, 'see_also')).toThrow(expect.objectContaining({ code }) as Error)
    refused(`https://example.com/${'漢'.repeat(2_000)}`, 'bug_url_too_long')
    refused(`https://${'漢'.repeat(1_000)}/browse/AB-1`, 'bug_url_invalid')
    refused(`https://${'a'.repeat(300)}@example.com/browse/AB-1`, 'bug_url_invalid')
  })

  it('have a path of limited length', () => {
    const long = `http://trac.example.org/${'x'.repeat(255)}/ticket/8`
    expect(() => parseSeeAlso(long, here, 'see_also')).toThrow(
      expect.objectContaining({ code: 'bug_url_too_long', number: 112 }) as Error,
    )
  })
})
