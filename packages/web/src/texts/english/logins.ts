export const loginsTexts = {
  about: 'Accounts elsewhere that log you in here.',
  table: 'Linked accounts',
  none: 'No linked accounts.',
  provider: 'Provider',
  account: 'Account',
  linked: 'Linked',
  lastUsed: 'Last used',
  link: (title: string) => `Link ${title}`,
  unlink: (title: string) => `Unlink ${title}`,
  unlinked: (title: string) => `${title} unlinked`,
}
