/** Answers one request. It never rejects. `address` is where the request came from. */
export type WebHandler = (request: Request, context?: { readonly address?: string | undefined }) => Promise<Response>
