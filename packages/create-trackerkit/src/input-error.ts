/** Thrown for arguments that are not accepted, and for a folder that is not empty. */
export class InputError extends Error {}
