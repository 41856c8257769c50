// The types of Bun and Deno that the examples need; the complete types would replace those of Node in all other files.
interface Answering {
  readonly port: number
  requestIP(request: Request): { readonly address: string } | null
}

declare const Bun: {
  serve(options: {
    hostname: string
    port: number
    fetch(request: Request, server: Answering): Response | Promise<Response>
  }): Answering
}

declare const Deno: {
  serve(
    options: { hostname: string; port: number; onListen(address: { readonly port: number }): void },
    handler: (
      request: Request,
      info: { readonly remoteAddr: { readonly hostname: string } },
    ) => Response | Promise<Response>,
  ): unknown
}

/** The same names as those of Express 5 and Koa 3, as far as the examples use them. */
declare module 'express4' {
  export { default } from 'express'
}
declare module 'koa2' {
  export { default } from 'koa'
}
