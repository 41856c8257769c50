export const loginStepTexts = {
  with: 'Log in with',
  logInWith: (title: string) => `Log in with ${title}`,
  withPasskey: 'Log in with a passkey',
  withPassword: 'Log in with a password',
  title: 'One more step',
  account: (login: string, title: string) =>
    `There is an account for ${login}. Enter its password to link it with ${title}.`,
  secondFactor: 'Enter the code from your authenticator app.',
  continue: 'Continue',
  cancel: 'Cancel',
  done: 'Done',
  back: 'Back',
  close: 'You can close this window.',
}
