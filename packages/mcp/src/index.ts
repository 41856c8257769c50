// A server of the Model Context Protocol for one tracker.
export { createMcpServer, type AssistantServer, type McpOptions, type McpTransport } from './server/server.js'
export { serveStdio } from './server/stdio.js'
