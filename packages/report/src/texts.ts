/** The texts of the dialog. */
export interface ReportTexts {
  /** The heading of the dialog, and the button that opens it if the element has no `label`. */
  readonly title: string
  /** Label of the summary. */
  readonly summary: string
  /** Label of the description. */
  readonly description: string
  /** Label of the address. */
  readonly email: string
  /** Label of a question of the form that must be answered. */
  readonly required: (label: string) => string
  /** The questions arrived when the report was about to be sent. */
  readonly unanswered: string
  /** Button that takes a picture of the screen. */
  readonly capture: string
  /** Label of the file button. */
  readonly choose: string
  /** Name of the picture. */
  readonly picture: string
  /** Button that removes the picture. */
  readonly remove: string
  /** Button after which the pointer hides areas of the picture. */
  readonly hide: string
  /** How to hide areas. */
  readonly hideHint: string
  /** Label of the checkbox for messages of the console. */
  readonly console: string
  /** Name of the list of these messages. */
  readonly messages: string
  /** Button that sends the report. */
  readonly send: string
  /** Button that closes the dialog. */
  readonly cancel: string
  /** Button that closes the dialog after the report was sent. */
  readonly close: string
  /** While the report is sent. */
  readonly sending: string
  /** After a report whose bug the user can see. */
  readonly sent: (id: number) => string
  /** After any other report. */
  readonly received: string
  /** The user or the browser refused a picture of the screen. */
  readonly notCaptured: string
  /** The chosen file cannot be shown. */
  readonly notPicture: string
  /** The picture exceeds the limit of the tracker, even smaller. */
  readonly pictureTooLarge: string
  /** The intake does not list the origin of the page, or is closed. */
  readonly refused: string
  /** The key was replaced, or the intake is inactive. */
  readonly closed: string
  /** The report exceeds the limit of the tracker. */
  readonly tooLarge: string
  /** Too many reports were sent. */
  readonly busy: (minutes: number) => string
  /** No connection. */
  readonly offline: string
  /** Any other failure. */
  readonly failed: string
}

export const english: ReportTexts = {
  title: 'Report a problem',
  summary: 'What went wrong?',
  description: 'What did you do, and what happened?',
  email: 'E-mail',
  required: (label) => `${label} (required)`,
  unanswered: 'Answer the questions first.',
  capture: 'Add a picture of the screen',
  choose: 'Choose a picture',
  picture: 'Picture',
  remove: 'Remove the picture',
  hide: 'Hide an area',
  hideHint: 'Drag across the picture. The area becomes black.',
  console: 'Send the last messages of the console',
  messages: 'Messages of the console',
  send: 'Send',
  cancel: 'Cancel',
  close: 'Close',
  sending: 'Sending…',
  sent: (id) => `Thank you. Your report has number ${id}.`,
  received: 'Thank you. Your report was received.',
  notCaptured: 'The screen can’t be captured. Choose a picture instead.',
  notPicture: 'The browser can’t show this file as a picture.',
  pictureTooLarge: 'The picture is too large. Remove it or choose a smaller one.',
  refused: 'The tracker doesn’t accept reports from this page.',
  closed: 'The tracker no longer accepts these reports.',
  tooLarge: 'The report is too large. Remove the picture.',
  busy: (minutes) => `Too many reports were sent. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  offline: 'Can’t reach the tracker. Your text is kept: send it again later.',
  failed: 'The report couldn’t be sent. Your text is kept: send it again later.',
}
