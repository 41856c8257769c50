// A server of the Model Context Protocol for one tracker.
export {
  createMcpServer,
  serveStdio,
  type AssistantServer,
  type McpOptions,
  type McpTransport,
} from './server/server.js'
