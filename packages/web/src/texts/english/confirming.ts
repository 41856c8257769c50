export const confirmingTexts = {
  title: 'Confirm your identity',
  about: 'This change gives lasting access. Confirm that it’s you.',
  password: 'Password',
  otp: 'Authentication code',
  otpHint: 'The six digits from your authenticator app, or a recovery code',
  code: 'Code',
  codeHint: 'Enter the code from the email. It works once and expires after 10 minutes.',
  sendCode: 'Send a code by mail',
  codeSent: 'Code sent',
  confirm: 'Confirm',
  confirmed: 'Identity confirmed',
  cancel: 'Cancel',
}
