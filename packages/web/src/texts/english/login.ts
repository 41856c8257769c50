export const loginTexts = {
  title: 'Log in',
  login: 'Login',
  password: 'Password',
  otp: 'Authentication code',
  otpHint: 'The six digits from your authenticator app, or a recovery code',
  stay: 'Stay logged in',
  submit: 'Log in',
  forgot: 'Forgot password?',
  register: 'Create an account',
  again: {
    title: 'Log in again',
    text: 'Your session has ended. Your input is kept.',
  },
  demo: 'This is a demo. Explore it as one of its users.',
  demoAs: (name: string) => `Log in as ${name}`,
}
