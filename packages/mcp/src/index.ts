// A server of the Model Context Protocol for one tracker.
export { createMcpServer, serveStdio, type McpOptions } from './server.js'
