// Answers as mail programs write them, each with its text, reduced to what their forms differ in.

export interface Mail {
  readonly name: string
  readonly headers: readonly string[]
  /** One character for each byte. */
  readonly body: string
  /** The text of the comment. Default: the answer. */
  readonly text?: string
  /** Names and types of the attachments. */
  readonly files?: readonly string[]
}

export const answer = 'Here too.'
const bug = 'Bug 12 <bugs+x@tracker.example>'
const htmlBug = 'Bug 12 &lt;bugs+x@tracker.example&gt;'
const quote = '> It blinks\n> at night'
const htmlQuote = '<blockquote>It blinks<br>at night</blockquote>'

const lines = (text: string) => text.replaceAll('\n', '\r\n')
/** As bytes. */
const utf8 = (text: string) => Buffer.from(text).toString('latin1')
const base64 = (text: string, name = 'utf8' as BufferEncoding) => Buffer.from(text, name).toString('base64')

type Rest = Omit<Partial<Mail>, 'name'>

/** A text, as UTF-8 unless the headers say otherwise. */
const plain = (name: string, text: string, rest: Rest = {}): Mail => ({
  name,
  headers: ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit'],
  body: utf8(lines(text)),
  ...rest,
})

/** An answer above a quote, which a line introduces. */
const above = (name: string, line: string): Mail => plain(name, `${answer}\n\n${line}\n\n${quote}\n`)

const html = (name: string, text: string, rest: Rest = {}): Mail =>
  plain(name, text, { headers: ['Content-Type: text/html; charset=utf-8'], ...rest })

/** A text in another charset. */
const encoded = (name: string, charset: string, encoding: string, body: string, text: string): Mail => ({
  ...{ name, body, text },
  headers: [`Content-Type: text/plain; charset=${charset}`, `Content-Transfer-Encoding: ${encoding}`],
})

const part = (type: string, content: string, ...headers: readonly string[]) =>
  ['--b', `Content-Type: ${type}`, ...headers, '', utf8(lines(content)), ''].join('\r\n')

const multipart = (name: string, type: string, parts: readonly string[], rest: Rest = {}): Mail => ({
  name,
  headers: [`Content-Type: multipart/${type}; boundary="b"`],
  body: `This is a multi-part message in MIME format.\r\n${parts.join('')}--b--\r\n`,
  ...rest,
})

const text = (content = answer) => part('text/plain; charset=utf-8', content)
const page = (content: string) => part('text/html; charset=utf-8', content)
const file = (type: string, disposition: string, content: string) =>
  part(type, base64(content), `Content-Disposition: ${disposition}`, 'Content-Transfer-Encoding: base64')
const headersOf = (from: string, sent: string, to: string, subject: string) =>
  `${from}: ${bug}\n${sent}: 2026-03-02 10:00\n${to}: Ann <ann@example.com>\n${subject}: [Bug 12] It blinks\n\nIt blinks\nat night`
const rule = '_'.repeat(32)

const programs: readonly Mail[] = [
  multipart('Gmail', 'alternative', [
    text(`${answer}\n\nOn Mon, Mar 2, 2026 at 10:00 AM Bug 12 <\nbugs+x@tracker.example> wrote:\n\n${quote}\n>`),
    page(`<div dir="ltr">${answer}</div><br><div class="gmail_quote">${htmlQuote}</div>`),
  ]),
  html(
    'Gmail, without a plain text',
    `<div dir="ltr"><div>${answer}</div></div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Mon, Mar 2, 2026, ${htmlBug} wrote:<br></div>${htmlQuote}</div>`,
  ),
  above('Gmail on a phone', `On Mon, Mar 2, 2026, 10:00 ${bug} wrote:`),
  plain('Outlook', `${answer}\n\nAnn\n\n${headersOf('From', 'Sent', 'To', 'Subject')}`, { text: `${answer}\n\nAnn` }),
  html(
    'Outlook, without a plain text',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0}</style></head><body><div class="WordSection1"><p class="MsoNormal">${answer}<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> ${htmlBug} <br><b>Sent:</b> Monday<br><b>To:</b> Ann<br><b>Subject:</b> It blinks<o:p></o:p></p></div><p class="MsoNormal">It blinks</p></div></body></html>`,
  ),
  html(
    'Outlook on the web',
    `<div class="elementToProof">${answer}</div><div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> ${htmlBug}</div><div>It blinks</div>`,
  ),
  plain(
    'Outlook on a phone',
    `${answer}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n${rule}\n${headersOf('From', 'Sent', 'To', 'Subject')}`,
  ),
  plain('Outlook Express', `${answer}\n\n-----Original Message-----\n${headersOf('From', 'Sent', 'To', 'Subject')}`),
  above('Mail on a Mac', `> On 2 Mar 2026, at 10:00, ${bug} wrote:`),
  html(
    'Mail on a Mac, without a plain text',
    `<html><body style="overflow-wrap: break-word;">${answer}<br><div><br><blockquote type="cite"><div>On 2 Mar 2026, at 10:00, ${htmlBug} wrote:</div><div>It blinks</div></blockquote></div></body></html>`,
  ),
  plain('an iPhone', `${answer}\n\nSent from my iPhone\n\n> On 2 Mar 2026, at 10:00, ${bug} wrote:\n> \n> ${quote}`),
  plain('Thunderbird', `${answer}\n\nOn 02/03/2026 10:00, Bug 12 wrote:\n${quote}\n`),
  html(
    'Thunderbird, without a plain text',
    `<p>${answer}</p><div class="moz-cite-prefix">On 02/03/2026 10:00, Bug 12 wrote:<br></div><blockquote type="cite" cite="mid:1@tracker.example">It blinks</blockquote><div class="moz-signature">-- <br>Ann</div>`,
  ),
  plain('mutt', `${answer}\n\nOn Mon, Mar 02, 2026 at 10:00:00AM +0100, Bug 12 wrote:\n${quote}\n\n-- \nAnn\n`),
  plain('Gnus', `Bug 12 <bugs+x@tracker.example> writes:\n\n${quote}\n\n${answer}\n`, {
    text: `Bug 12 <bugs+x@tracker.example> writes:\n\n${quote}\n\n${answer}`,
  }),
  above('KMail', 'On Monday, 2 March 2026 10:00:00 CET Bug 12 wrote:'),
  above('Evolution', 'On Mon, 2026-03-02 at 10:00 +0100, Bug 12 wrote:'),
  above('Roundcube', 'On 2026-03-02 10:00, Bug 12 wrote:'),
  above('Fastmail', 'On Mon, 2 Mar 2026, at 10:00, Bug 12 wrote:'),
  html(
    'Yahoo Mail',
    `<div class="ydp1yahoo-style-wrap"><div dir="ltr">${answer}</div></div><div id="ydp2yahoo_quoted_1" class="yahoo_quoted"><div>On Monday, Bug 12 wrote:</div><div>It blinks</div></div>`,
  ),
  plain(
    'Proton Mail',
    `${answer}\n\nSent with [Proton Mail](https://proton.me/mail/home) secure email.\n\nOn Monday, March 2nd, 2026 at 10:00 AM, ${bug} wrote:\n\n${quote}\n`,
  ),
  plain('Zimbra', `${answer}\n\n----- Original Message -----\n${headersOf('From', 'Sent', 'To', 'Subject')}`),
  plain(
    'Samsung Mail',
    `${answer}\n\nSent from my Galaxy\n\n-------- Original message --------\n${headersOf('From', 'Date', 'To', 'Subject')}`,
  ),
  plain(
    'GMX on the web',
    `${answer}\n\n-------- Original-Nachricht --------\n${headersOf('Von', 'Datum', 'An', 'Betreff')}`,
  ),
  plain(
    'GMX',
    `${answer}\n\nGesendet: Montag, 02. März 2026 um 10:00 Uhr\nVon: ${bug}\nAn: ann@example.com\nBetreff: [Bug 12] It blinks\n\nIt blinks`,
  ),
  plain(
    'Windows Mail',
    `${answer}\n\nSent from Mail for Windows\n\n${headersOf('From', 'Sent', 'To', 'Subject').replaceAll(/^(\w+):/gm, '*$1:*')}`,
  ),
]

const languages: readonly Mail[] = [
  above('Gmail in German', `Am Mo., 2. März 2026 um 10:00 Uhr schrieb ${bug}:`),
  above('Gmail in French', `Le lun. 2 mars 2026 à 10:00, ${bug} a écrit\u{A0}:`),
  above('Gmail in Spanish', 'El lun, 2 mar 2026 a las 10:00, Bug 12 (<bugs+x@tracker.example>) escribió:'),
  above('Gmail in Italian', `Il giorno lun 2 mar 2026 alle ore 10:00 ${bug} ha scritto:`),
  above('Gmail in Portuguese', `Em seg., 2 de mar. de 2026 às 10:00, ${bug} escreveu:`),
  above('Gmail in Dutch', `Op ma 2 mrt 2026 om 10:00 schreef ${bug}:`),
  above('Gmail in Russian', `пн, 2 мар. 2026 г. в 10:00, ${bug}:`),
  above('Gmail in Japanese', `2026年3月2日(月) 10:00 ${bug}:`),
  above('Gmail in Polish', `pon., 2 mar 2026 o 10:00 ${bug} napisał(a):`),
  above('Gmail in Chinese', `${bug} 于2026年3月2日周一 10:00写道：`),
  above('Gmail in Swedish', `Den mån 2 mars 2026 kl 10:00 skrev ${bug}:`),
  ...Object.entries({
    French: ['De ', 'Envoyé ', 'À ', 'Objet '],
    Portuguese: ['De', 'Enviada em', 'Para', 'Assunto'],
    Italian: ['Da', 'Inviato', 'A', 'Oggetto'],
    Polish: ['Od', 'Wysłano', 'Do', 'Temat'],
    Swedish: ['Från', 'Skickat', 'Till', 'Ämne'],
    Japanese: ['差出人', '送信日時', '宛先', '件名'],
  } satisfies Record<string, [string, string, string, string]>).map(([language, names]) =>
    plain(`Outlook in ${language}`, `${answer}\n\n${rule}\n${headersOf(...names)}`),
  ),
]

const charsets: readonly Mail[] = [
  encoded(
    'ISO-8859-1, quoted-printable',
    'iso-8859-1',
    'quoted-printable',
    'Hier auch =FCber=\r\nall.',
    'Hier auch überall.',
  ),
  encoded(
    'Windows-1252, as bytes',
    'windows-1252',
    '8bit',
    'It costs \u{80}5 \u{97} \u{93}more\u{94}.',
    'It costs €5 — “more”.',
  ),
  encoded('ISO-8859-15', 'iso-8859-15', 'base64', 'Q29zdHMgNSCkLg0K', 'Costs 5 €.'),
  encoded('ISO-8859-2', 'ISO-8859-2', 'base64', 'VHV0YWogdGW/IG1pZ2EuDQo=', 'Tutaj też miga.'),
  encoded(
    'Windows-1251',
    '"windows-1251"',
    'quoted-printable',
    '=C8 =E7=E4=E5=F1=FC =EC=E8=E3=E0=E5=F2.',
    'И здесь мигает.',
  ),
  encoded(
    'KOI8-R, with a quote',
    'koi8-r',
    'base64',
    '+sTF09gg1M/WxS4NCg0KMiDNwdLUwSAyMDI2IMcuIEJ1ZyAxMiDQydvF1DoNCj4gSXQgYmxpbmtzDQo=',
    'Здесь тоже.',
  ),
  encoded(
    'Shift_JIS, with a quote',
    'shift_jis',
    'base64',
    'grGCv4LngsWC4JNflsWCtYLcgreBQg0KDQoyMDI2lE4zjI4yk/oojI4pIDEwOjAwIEJ1ZyAxMiA8YnVn\r\nc0B0cmFja2VyLmV4YW1wbGU+Og0KDQo+IEl0IGJsaW5rcw0K',
    'こちらでも点滅します。',
  ),
  encoded('ISO-2022-JP', 'iso-2022-jp', '7bit', '\u{1B}$B$3$A$i$G$bE@LG$7$^$9!#\u{1B}(B', 'こちらでも点滅します。'),
  encoded(
    'GB18030, with the headers of what is quoted',
    'gb18030',
    'base64',
    '1eLA79KyycGhow0KDQq3orz+yMs6IEJ1ZyAxMg0Kt6LLzcqxvOQ6IDIwMjYtMDMtMDINCsrVvP7IyzogQW5uDQrW98ziOiBJdCBibGlua3MNCg0KSXQgYmxpbmtzDQo=',
    '这里也闪。',
  ),
  encoded('Big5', 'big5', 'base64', 's2+4zKRdt3ywe6FDDQo=', '這裡也會閃。'),
  encoded('EUC-KR', 'euc-kr', 'base64', 'v6mx4rW1ILH0udrA1LTPtNkuDQo=', '여기도 깜박입니다.'),
  encoded('an unknown charset', 'x-unknown', '7bit', answer, answer),
  ...['us-ascii', 'ANSI_X3.4-1968', 'unknown-8bit', 'x-unknown'].map((charset) =>
    encoded(`UTF-8 that is called ${charset}`, charset, '8bit', utf8('Hier auch: Grüße.'), 'Hier auch: Grüße.'),
  ),
  ...['us-ascii', 'unknown-8bit'].map((charset) =>
    encoded(`Windows-1252 that is called ${charset}`, charset, '8bit', 'Gr\u{FC}\u{DF}e.', 'Grüße.'),
  ),
  plain('no charset', 'Für immer.', { headers: ['Content-Type: text/plain'], text: 'Für immer.' }),
  plain('lines that end without a carriage return', '', { body: `${answer}\n\n${bug} wrote:\n${quote}\n` }),
  plain('flowed lines', 'This line is broken \nby the program.\n\n>> It \n>> blinks', {
    headers: ['Content-Type: text/plain; charset=utf-8; format=flowed'],
    text: 'This line is broken by the program.',
  }),
  plain(
    'flowed answers to flowed quotes',
    '> Question \n> one? \nAnswer one. \n> Question two?\nAnswer \ntwo.\n-- \nAnn',
    {
      headers: ['Content-Type: text/plain; charset=utf-8; format=flowed'],
      text: '> Question one?\nAnswer one.\n> Question two?\nAnswer two.',
    },
  ),
  plain('a flowed line that begins with a sign', 'It is \n >5 here.\n >', {
    headers: ['Content-Type: text/plain; charset=utf-8; format=flowed'],
    text: 'It is >5 here.\n >',
  }),
  plain('flowed lines without spaces', '点滅 \nします', {
    headers: ['Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes'],
    text: '点滅します',
  }),
]

const pdf = (disposition: string) => file('application/pdf', disposition, 'It blinks')
const small = file('image/png; name="logo.png"', 'inline; filename="logo.png"', 'small')
const structures: readonly Mail[] = [
  plain('answers between quotes', `Bug 12 wrote:\n> Where?\nHere.\n> When?\nNow.\n\n-- \nAnn`, {
    text: 'Bug 12 wrote:\n> Where?\nHere.\n> When?\nNow.',
  }),
  plain('an answer below the quote', `On Monday, Bug 12 wrote:\n${quote}\n\n${answer}\n`, {
    text: `On Monday, Bug 12 wrote:\n${quote}\n\n${answer}`,
  }),
  plain('a signature with a legal notice', `${answer}\n-- \nAnn Example\nThis message is confidential.\n`),
  plain(
    'a forwarded message in a forwarded message',
    `${answer}\n\n---------- Forwarded message ---------\nFrom: Bob\n\n> ---------- Forwarded message ---------\n> From: Sue\n`,
  ),
  html(
    'HTML with lists, links and entities',
    '<style>p { color: red }</style><p>See <a href="https://x.example/1">the log</a> &amp; more&hellip;</p><ul><li>one</li><li>two</li></ul><script>alert(1)</script>',
    { text: 'See the log <https://x.example/1> & more…\n\none\ntwo' },
  ),
  html('HTML with a table', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', { text: 'a b\nc' }),
  multipart('an empty plain text beside HTML', 'alternative', [text(' \n'), page(`<p>${answer}</p>`)]),
  multipart(
    'a picture in the signature',
    'related',
    [page(`<p>${answer}</p><img src="cid:logo">`), small.replace('\r\n\r\n', '\r\nContent-ID: <logo>\r\n\r\n')],
    { files: [] },
  ),
  multipart(
    'a large picture in the text',
    'related',
    [page(`<p>${answer}</p><img src="cid:1">`), file('image/png', 'inline; filename="screen.png"', 'x'.repeat(11_000))],
    { files: ['screen.png image/png'] },
  ),
  multipart(
    'Mail on an iPhone, with a picture in the text',
    'mixed',
    [
      text(`${answer}\n\n`),
      file('image/jpeg; name="screen.jpg"', 'inline; filename="screen.jpg"', 'x'.repeat(11_000)),
      text(
        `\n\nIt happens after login…\n\nSent from my iPhone\n\n> On 2 Mar 2026, at 10:00, ${bug} wrote:\n> \n${quote}\n`,
      ),
    ],
    { text: `${answer}\n\nIt happens after login…`, files: ['screen.jpg image/jpeg'] },
  ),
  multipart('HTML with the plain footer of a gateway', 'mixed', [page(`<p>${answer}`), text('Scanned for viruses.')], {
    text: `${answer}\n\nScanned for viruses.`,
  }),
  multipart(
    'a further text as an attachment',
    'mixed',
    [text(), part('text/plain; charset=utf-8', 'It hums.', 'Content-Disposition: attachment')],
    { files: ['attachment-1 text/plain'] },
  ),
  multipart('two plain texts as alternatives', 'alternative', [text(), text('It hums.'), page(answer)], {
    files: ['attachment-1 text/plain'],
  }),
  multipart(
    'a calendar part',
    'alternative',
    [text(), page(answer), part('text/calendar; method=REQUEST', 'BEGIN:VCALENDAR')],
    {
      files: ['attachment-1 text/calendar'],
    },
  ),
  multipart('a message as a file', 'mixed', [text(), part('message/rfc822', 'From: bob@example.com\n\nIt hums.')], {
    files: ['attachment-1 message/rfc822'],
  }),
  multipart(
    'several messages as files',
    'mixed',
    [
      text(),
      part('message/rfc822', 'Subject: Re: Hum in a/b\n\nIt hums.'),
      part('message/rfc822', 'Subject: =?utf-8?Q?L=C3=A4rm?=\n\nSubject: not this'),
      part('message/rfc822; name="own.eml"', 'Subject: Noise\n\nIt hums.'),
    ],
    { files: ['Re: Hum in a-b.eml message/rfc822', 'Lärm.eml message/rfc822', 'own.eml message/rfc822'] },
  ),
  multipart('a text file', 'mixed', [text(), part('text/plain; name="a.log"', 'It hums.')], {
    files: ['a.log text/plain'],
  }),
  multipart(
    'a text file above the text',
    'mixed',
    [part('text/plain', 'It hums.', 'Content-Disposition: inline; filename="a.log"'), text()],
    { files: ['a.log text/plain'] },
  ),
  multipart('an HTML file', 'mixed', [text(), part('text/html; name="a.html"', '<p>It hums.')], {
    files: ['a.html text/html'],
  }),
  multipart('further texts', 'mixed', [text(' \n'), text(), page('<p>It hums.'), text('Or not.')], {
    text: `${answer}\n\nOr not.`,
    files: ['attachment-1 text/html'],
  }),
  multipart('a text file beside HTML', 'mixed', [page(`<p>${answer}`), part('text/plain; name="a.log"', 'It hums.')], {
    files: ['a.log text/plain'],
  }),
  multipart(
    'two texts, each with its HTML',
    'mixed',
    [
      '--b\r\nContent-Type: multipart/alternative; boundary="c"\r\n\r\n',
      ...[text(), page(answer)].map((one) => one.replace('--b', '--c')),
      '--c--\r\n--b\r\nContent-Type: multipart/alternative; boundary="d"\r\n\r\n',
      ...[text('It hums.'), page('It hums.')].map((one) => one.replace('--b', '--d')),
      '--d--\r\n',
    ],
    { text: `${answer}\n\nIt hums.` },
  ),
  plain('several parts without a boundary', answer, { headers: ['Content-Type: multipart/mixed'] }),
  plain('another boundary than its parts', answer, { headers: ['Content-Type: multipart/alternative; boundary="x"'] }),
  multipart('a digest', 'digest', [text(), '--b\r\n\r\nFrom: bob@example.com\r\n\r\nIt hums.\r\n'], {
    files: ['attachment-1 message/rfc822'],
  }),
  multipart('an S/MIME signature', 'signed; protocol="application/pkcs7-signature"', [
    text(),
    file('application/pkcs7-signature; name="smime.p7s"', 'attachment; filename="smime.p7s"', 'x'),
  ]),
  multipart('an OpenPGP signature', 'signed; protocol="application/pgp-signature"', [
    text(),
    part('application/pgp-signature; name="signature.asc"', '-----BEGIN PGP SIGNATURE-----'),
  ]),
  multipart(
    'a file of Outlook',
    'mixed',
    [text(), file('application/ms-tnef', 'attachment; filename="winmail.dat"', 'x')],
    {
      files: ['winmail.dat application/ms-tnef'],
    },
  ),
  multipart(
    "the name of a file in RFC 2231's form",
    'mixed',
    [text(), pdf("attachment; filename*=utf-8''%C3%BCber.pdf")],
    {
      files: ['über.pdf application/pdf'],
    },
  ),
  multipart(
    'the name of a file in pieces',
    'mixed',
    [text(), pdf("attachment; filename*0*=utf-8''%C3%BC; filename*1=ber.pdf")],
    { files: ['über.pdf application/pdf'] },
  ),
  multipart(
    'the name of a file as an encoded word',
    'mixed',
    [text(), pdf('attachment; filename="=?utf-8?B?w7xiZXIucGRm?="')],
    {
      files: ['über.pdf application/pdf'],
    },
  ),
]

export const mails: readonly Mail[] = [...programs, ...languages, ...charsets, ...structures]
