export const markdownTexts = {
  show: 'Show formatted',
  code: (language: string) => (language === '' ? 'Code' : `Code: ${language}`),
  copy: 'Copy',
  copied: 'Copied',
  saved: 'Saved',
  table: 'Table',
  nothing: 'Nothing to preview',
  tooDeep: 'Too deep to format',
}
