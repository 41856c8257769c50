export const loginTexts = {
  title: 'Log in',
  login: 'Login',
  password: 'Password',
  otp: 'One-time password',
  otpHint: 'The six digits of your authenticator, or a recovery code.',
  stay: 'Stay logged in',
  submit: 'Log in',
  forgot: 'Forgot password?',
  register: 'Make an account',
  demo: 'This is an example tracker. Everybody may look around in it as its administrator.',
  demoAs: (login: string) => `Log in as ${login}`,
}
