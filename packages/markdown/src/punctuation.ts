// Takes the place of uc.micro in what is built of markdown-it: engines know these categories themselves.
export const P = /\p{P}/u
export const S = /\p{S}/u
