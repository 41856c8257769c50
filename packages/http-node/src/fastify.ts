// The tracker in a program on Fastify, without knowing Fastify.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NodeHandler } from './handler.js'

/** The part of Fastify 5 that the plugin uses. */
export interface FastifyScope {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    contentType: string,
    parser: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown
  all(
    path: string,
    handler: (
      request: { readonly raw: IncomingMessage },
      reply: { readonly raw: ServerResponse; hijack(): unknown },
    ) => void,
  ): unknown
}

/** Options of `trackerPlugin`. */
export interface TrackerPluginOptions {
  /** Made by `createNodeHandler` or `toNodeHandler`, with the prefix of the plugin as its `basePath`. */
  readonly handler: NodeHandler
}

/**
 * A plugin for Fastify 5 that has a handler answer everything below the plugin's prefix: `app.register(trackerPlugin, { prefix:
 * '/tracker', handler })`, where the handler is `createNodeHandler(tracker, { basePath: '/tracker' })`. Body parsers and limits of
 * Fastify do not apply: those of the tracker do.
 */
export async function trackerPlugin(scope: FastifyScope, { handler }: TrackerPluginOptions): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  scope.all('/*', ({ raw }, reply) => {
    reply.hijack()
    void handler(raw, reply.raw)
  })
}
