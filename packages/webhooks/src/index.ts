// The sender of webhooks over HTTP.
export { httpSender, type HttpSenderOptions } from './http-sender.js'
