// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface: sha256:3b45dfb2017fc7f51f87f65bee7ce0d7af0749f6054d96f42941aac70f6f5c4d
/* eslint-disable */

declare namespace Eros {
  /** The bridge ignores all calls but the first. */
  type Callback<T = any> = (result: T) => void;
  /** May be called many times. */
  type KeepAliveCallback<T = any> = (result: T) => void;

  interface Point {
    x: number;
    y?: number;
  }

  /** ios, android: Ends * / here / * and // there, /u0022 $x ]]>   😀 */
  interface AcmeEveryModule {
    /** One * / of each */
    types(a: string, b: number, c: number, d: boolean, e: Record<string, any>, f: Point, g: Record<string, string>, h: any[], i: string | number, j: Callback, k: KeepAliveCallback<Point>): void;
    optional(a?: string, b?: number, c?: number, d?: boolean, e?: Record<string, any>, f?: any[], g?: any, done?: Callback): void;
    /** @deprecated */
    words(class_: string, in_: string, id: string, fun: string, func: string, class__: string): void;
    renamed(first: string, second: number): void;
    /** Synchronous: blocks the JS thread. */
    text(): string;
    /** Synchronous: blocks the JS thread. */
    number(of: number): number;
    /** Synchronous: blocks the JS thread. */
    whole(): number;
    /** Synchronous: blocks the JS thread. */
    truth(): boolean;
    /** Synchronous: blocks the JS thread. */
    point(): Point | undefined;
    /** Synchronous: blocks the JS thread. */
    points(): Point[];
    /** Synchronous: blocks the JS thread. */
    anything(): string | number;
    /** Only on ios. */
    onlyThere?(): void;
    default(_: string, __: string): void;
    /** Only on android. */
    notify?(): void;
    /** Only on android. */
    toString?(): void;
    aside(): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface AcmeNothingModule {
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** <acme-all> */
  interface AcmeAllElement {
    zoom(factor: number): void;
    /** Synchronous: blocks the JS thread. */
    size(): Point;
  }

  interface AcmeAllAttributes {
    /** What * / it says */
    'a-text'?: string;
    number?: number;
    whole?: number;
    truth?: boolean;
    point?: Point;
    points?: Point[];
    type?: any;
    _1?: any;
  }

  interface AcmeAllEvents {
    /** At the end */
    finish: { took: number };
  }

  /** <acme-bare>, <Acme_bare> */
  interface AcmeBareElement {
  }

  interface AcmeBareAttributes {
  }

  interface AcmeBareEvents {
  }

  interface Modules {
    'Acme-Every': AcmeEveryModule;
    'Acme-Nothing': AcmeNothingModule;
  }

  interface Components {
    'acme-all': { element: AcmeAllElement; attributes: AcmeAllAttributes; events: AcmeAllEvents };
    'acme-bare': { element: AcmeBareElement; attributes: AcmeBareAttributes; events: AcmeBareEvents };
    'Acme_bare': { element: AcmeBareElement; attributes: AcmeBareAttributes; events: AcmeBareEvents };
  }
}

// Merged with the interface in @dcloudio/types.
interface Uni {
  requireNativePlugin(name: 'Acme-Every'): Eros.Modules['Acme-Every'];
  requireNativePlugin(name: 'Acme-Nothing'): Eros.Modules['Acme-Nothing'];
  /** A module that eros.native.json does not declare. */
  requireNativePlugin(name: string): any;
}
