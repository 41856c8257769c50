// A page with one sentence, and perhaps one button. It has no scripts and loads nothing.
import { commonHeaders } from '../http/response/headers.js'
import type { RestResponse } from '../http/messages.js'
import { policyWith } from './policy.js'
import { style } from './style.js'
import { escaped } from './text.js'

export interface ResponsePage {
  readonly heading: string
  readonly text: string
  /** Sends one field to the address of the page. */
  readonly button?: { readonly text: string; readonly name: string; readonly value: string }
}

const policy = policyWith("'self'")

export function respondPage({ heading, text, button }: ResponsePage, headers: RestResponse['headers']): RestResponse {
  const form =
    button === undefined
      ? ''
      : `<form method="post"><button name="${escaped(button.name)}" value="${escaped(button.value)}">${escaped(button.text)}</button></form>\n`
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escaped(heading)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(heading)}</h1>
<p>${escaped(text)}</p>
${form}</main>
</body>
</html>
`
  const type = 'text/html; charset=UTF-8'
  const own = { 'Content-Type': type, 'Cache-Control': 'no-store', 'Content-Security-Policy': policy }
  return { status: 200, headers: { ...commonHeaders, ...headers, ...own }, body }
}
