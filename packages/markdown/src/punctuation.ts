// Replaces uc.micro in bundles, because engines have these categories.
export const P = /\p{P}/u
export const S = /\p{S}/u
