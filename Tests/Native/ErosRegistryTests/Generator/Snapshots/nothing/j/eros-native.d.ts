// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: config/eros.native.js
// format: 1
// eros-surface: sha256:9a7c26eb036bdc585309c372b7f8b32fb80dcb46d8ce9f1378d803cad1a54bcb
/* eslint-disable */

declare namespace Eros {
  /** The bridge ignores all calls but the first. */
  type Callback<T = any> = (result: T) => void;
  /** May be called many times. */
  type KeepAliveCallback<T = any> = (result: T) => void;

  interface Modules {
  }

  interface Components {
  }

  type Supported =
    never;

  interface Weex {
    requireModule<K extends keyof Modules>(name: K): Modules[K];
    /** A module that config/eros.native.js does not declare: undefined if the host does not have it. */
    requireModule(name: string): any | undefined;
    isRegisteredModule(name: string, method?: string): boolean;
    isRegisteredComponent(name: string): boolean;
    supports(condition: Supported | (string & {})): boolean | null;
  }
}

interface WeexGlobal extends Eros.Weex { readonly config: any; }
declare const weex: WeexGlobal;
