/** The used part of a library without types. */
declare module 'mathjax' {
  interface Document {
    convert(
      tex: string,
      options: { readonly display: boolean; readonly em: number; readonly ex: number; readonly containerWidth: number },
    ): object;
    readonly adaptor: { innerHTML(node: object): string };
  }
  interface Parts {
    readonly input: { readonly tex_ts: { readonly TeX: new (options: object) => object } };
    readonly output: {
      readonly svg_ts: { readonly SVG: new (options: object) => object };
      readonly svg: { readonly fonts: { readonly tex_ts: { readonly TeXFont: new () => object } } };
    };
    readonly mathjax: {
      readonly mathjax: {
        document(content: string, options: { readonly InputJax: object; readonly OutputJax: object }): Document;
      };
    };
  }
  const library: { init(options: object): Promise<{ readonly _: Parts }> };
  export default library;
}
