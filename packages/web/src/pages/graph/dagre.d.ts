// What the picture uses of it: its own types name their files in a way that this compiler does not follow.
declare module '@dagrejs/dagre' {
  interface Point {
    readonly x: number
    readonly y: number
  }

  export class Graph {
    setGraph(options: Readonly<Record<string, string | number>>): void
    setDefaultEdgeLabel(label: () => object): void
    setNode(name: string, size: { readonly width: number; readonly height: number }): void
    setEdge(from: string, to: string): void
    /** Once it is laid out. */
    graph(): { readonly width: number; readonly height: number }
    node(name: string): Point
    edge(from: string, to: string): { readonly points: readonly Point[] }
  }

  export function layout(graph: Graph): void
}
