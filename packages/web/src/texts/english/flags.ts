export const flagsTexts = {
  title: 'Flags',
  ask: 'Request from',
  anyone: 'Anyone',
  another: (name: string) => `Add another ${name}`,
  setBy: (login: string) => `Set by ${login}`,
  changed: (name: string) => `${name} changed`,
}
