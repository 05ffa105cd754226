// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface: sha256:a7ea04430e58785f0abf6e2ceb9ca2aecae3184b03a193fc6758ec62c4c6a820
/* eslint-disable */

declare namespace Eros {
  /** The bridge ignores all calls but the first. */
  type Callback<T = any> = (result: T) => void;
  /** May be called many times. */
  type KeepAliveCallback<T = any> = (result: T) => void;

  interface ScanResult {
    resCode: number;
    msg?: string;
    data: { text: string };
  }

  /** ios, android */
  interface AcmeScanModule {
    scan(options: Record<string, any>, done: Callback<ScanResult>): void;
    /** Synchronous: blocks the JS thread. */
    lastResult(): string;
    watch(cb: KeepAliveCallback<ScanResult>): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BindingxModule {
    /** Synchronous: blocks the JS thread. */
    bind(arg1: any, arg2: any): any;
    bindAsync(arg1: any, arg2: any, arg3: any): void;
    /** Synchronous: blocks the JS thread. */
    getComputedStyle(arg1: any): any;
    /** Synchronous: blocks the JS thread. */
    prepare(arg1: any): void;
    /** Synchronous: blocks the JS thread. */
    supportFeatures(): any;
    /** Synchronous: blocks the JS thread. */
    unbind(arg1: any): void;
    /** Synchronous: blocks the JS thread. */
    unbindAll(): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios */
  interface BmAuthModule {
    /** Synchronous: blocks the JS thread. */
    canUseTouchId(): Record<string, any>;
    touchId(arg1: Record<string, any>, arg2: Callback): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BmAxiosModule {
    fetch(arg1: Record<string, any>, arg2: Callback): void;
    uploadImage(arg1: Record<string, any>, arg2: Callback): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BmBrowserImgModule {
    /** Only on ios. */
    close?(): void;
    open(arg1: Record<string, any>, arg2: Callback): void;
    open(arg1: Record<string, any>): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BmBundleUpdateModule {
    download(arg1: Record<string, any>, arg2: KeepAliveCallback): void;
    getJsVersion(arg1: Callback): void;
    update(): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BmCameraModule {
    /** Only on android. */
    cameraUpload?(arg1: Record<string, any>, arg2: Callback): void;
    scan(arg1: Callback): void;
    uploadImage(arg1: Record<string, any>, arg2: Callback): void;
    uploadScreenshot(arg1: Callback): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BmCommunicationModule {
    call(arg1: Record<string, any>): void;
    contacts(arg1: Callback): void;
    sms(arg1: any[], arg2: string, arg3: Callback): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BmEventsModule {
    emit(arg1: string, arg2: any): void;
    off(arg1: string, arg2: Callback): void;
    offall(): void;
    on(arg1: string, arg2: KeepAliveCallback): void;
    once(arg1: string, arg2: KeepAliveCallback): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BmFontModule {
    changeFontSize(arg1: Record<string, any>, arg2: Callback): void;
    getFontSize(arg1: Callback): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BmGeolocationModule {
    getGeolocation(arg1: Callback): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BmImageModule {
    camera(arg1: Record<string, any>, arg2: Callback): void;
    pick(arg1: Record<string, any>, arg2: Callback): void;
    preview(arg1: Record<string, any>, arg2: Callback): void;
    preview(arg1: Record<string, any>): void;
    scanImage(arg1: Record<string, any>, arg2: Callback): void;
    uploadImage(arg1: Record<string, any>, arg2: Callback): void;
    uploadScreenshot(arg1: Callback): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BmModalModule {
    alert(arg1: Record<string, any>, arg2: Callback): void;
    confirm(arg1: Record<string, any>, arg2: Callback, arg3: Callback): void;
    hideLoading(): void;
    hideLoading(arg1: Callback): void;
    showLoading(arg1: Record<string, any>): void;
    showLoading(arg1: Record<string, any>, arg2: Callback): void;
    toast(arg1: Record<string, any>): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BmNavigatorModule {
    /** Only on android. */
    set?(arg1: Record<string, any>): void;
    setCenterItem(arg1: Record<string, any>, arg2: KeepAliveCallback): void;
    setLeftItem(arg1: Record<string, any>, arg2: KeepAliveCallback): void;
    setNavigationInfo(arg1: Record<string, any>, arg2: Callback): void;
    setRightItem(arg1: Record<string, any>, arg2: KeepAliveCallback): void;
    statusBarHidden(arg1: boolean): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BmRouterModule {
    back(arg1: Record<string, any>, arg2: Callback): void;
    /** Only on ios. */
    callPhone?(arg1: Record<string, any>): void;
    clearHomePage(): void;
    /** Only on android. */
    finish?(arg1: Record<string, any>, arg2: Callback): void;
    /** Only on android. */
    finishPage?(arg1: Record<string, any>, arg2: Callback): void;
    /** Only on android. */
    getBackParams?(arg1: Callback): void;
    getParams(arg1: Callback): void;
    /** Only on android. */
    nav?(arg1: Record<string, any>): void;
    open(arg1: Record<string, any>, arg2: Callback): void;
    open(arg1: Record<string, any>, arg2: Callback, arg3: Callback): void;
    openBrowser(arg1: string): void;
    openBrowser(arg1: string, arg2: Callback): void;
    refreshWeex(): void;
    refreshWeex(arg1: Callback): void;
    setHomePage(arg1: string): void;
    /** Only on android. */
    toMap?(arg1: Record<string, any>): void;
    toWebView(arg1: Record<string, any>): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BmStorageModule {
    deleteData(arg1: string, arg2: Callback): void;
    /** Synchronous: blocks the JS thread. */
    deleteDataSync(arg1: string): any;
    getData(arg1: string, arg2: Callback): void;
    /** Synchronous: blocks the JS thread. */
    getDataSync(arg1: string): any;
    removeData(arg1: Callback): void;
    /** Synchronous: blocks the JS thread. */
    removeDataSync(): any;
    setData(arg1: string, arg2: any, arg3: Callback): void;
    /** Synchronous: blocks the JS thread. */
    setDataSync(arg1: string, arg2: any): any;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BmTabbarModule {
    clearInfo(): void;
    clearWatch(): void;
    clearWatch(arg1: Callback): void;
    /** Synchronous: blocks the JS thread. */
    getIndex(): any;
    /** Synchronous: blocks the JS thread. */
    getInfo(): any;
    hideBadge(arg1: Record<string, any>): void;
    openPage(arg1: Record<string, any>): void;
    /** Synchronous: blocks the JS thread. */
    setInfo(arg1: Record<string, any>): void;
    showBadge(arg1: Record<string, any>): void;
    watchIndex(arg1: KeepAliveCallback): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BmToolModule {
    /** Only on ios. */
    addWatermark?(arg1: string): void;
    clearWatchNetworkStatus(): void;
    copyString(arg1: string, arg2: Callback): void;
    /** Only on ios. */
    env?(arg1: Callback): void;
    /** Synchronous: blocks the JS thread. */
    networkStatus(): any;
    resignKeyboard(arg1: Callback): void;
    scan(arg1: Callback): void;
    watchNetworkStatus(arg1: KeepAliveCallback): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** ios, android */
  interface BmWebSocketModule {
    close(arg1: string, arg2: string): void;
    onclose(arg1: KeepAliveCallback): void;
    onerror(arg1: KeepAliveCallback): void;
    onmessage(arg1: KeepAliveCallback): void;
    onopen(arg1: KeepAliveCallback): void;
    send(arg1: string): void;
    webSocket(arg1: string, arg2: string): void;
    addEventListener(event: string, callback: KeepAliveCallback, options?: { once?: boolean }): void;
    removeAllEventListeners(event: string): void;
  }

  /** <acme-chart>, <acmechart> */
  interface AcmeChartElement {
    setOptions(info: string): void;
  }

  interface AcmeChartAttributes {
    options: Record<string, any>;
    src?: string;
  }

  interface AcmeChartEvents {
    finish: { took: number };
  }

  /** <bm-view> */
  interface BmViewElement {
  }

  interface BmViewAttributes {
    hidden?: any;
  }

  interface BmViewEvents {
  }

  /** <bmcalendar> */
  interface BmcalendarElement {
    goNext(): void;
    goPrve(): void;
  }

  interface BmcalendarAttributes {
    dataFormat?: any;
    dateFormat?: any;
    endDate?: any;
    maximumDate?: any;
    minimumDate?: any;
    selectType?: any;
    showPlaceholder?: any;
    startDate?: any;
  }

  interface BmcalendarEvents {
    finish: any;
  }

  /** <bmchart> */
  interface BmchartElement {
    /** Only on android. */
    setOptions?(arg1: Record<string, any>): void;
  }

  interface BmchartAttributes {
    options?: any;
    src?: any;
  }

  interface BmchartEvents {
    finish: any;
  }

  /** <bmmask> */
  interface BmmaskElement {
    hide(): void;
    show(): void;
  }

  interface BmmaskAttributes {
    animation?: any;
    disableMaskEvent?: any;
    duration?: any;
    position?: any;
  }

  interface BmmaskEvents {
    hide: any;
    show: any;
  }

  /** <bmpop> */
  interface BmpopElement {
  }

  interface BmpopAttributes {
    updatePosition?: any;
  }

  interface BmpopEvents {
  }

  /** <bmrichtext> */
  interface BmrichtextElement {
  }

  interface BmrichtextAttributes {
    changeFont?: any;
    fontScale?: any;
    scale?: any;
    subcomponentCount?: any;
    value?: any;
  }

  interface BmrichtextEvents {
    click: any;
  }

  /** <bmspan> */
  interface BmspanElement {
  }

  interface BmspanAttributes {
    value?: any;
  }

  interface BmspanEvents {
    click: any;
  }

  /** <bmtext> */
  interface BmtextElement {
  }

  interface BmtextAttributes {
    changeFont?: any;
    fontScale?: any;
    scale?: any;
    value?: any;
  }

  interface BmtextEvents {
  }

  interface Modules {
    'acmeScan': AcmeScanModule;
    'bindingx': BindingxModule;
    'bmAuth': BmAuthModule;
    'bmAxios': BmAxiosModule;
    'bmBrowserImg': BmBrowserImgModule;
    'bmBundleUpdate': BmBundleUpdateModule;
    'bmCamera': BmCameraModule;
    'bmCommunication': BmCommunicationModule;
    'bmEvents': BmEventsModule;
    'bmFont': BmFontModule;
    'bmGeolocation': BmGeolocationModule;
    'bmImage': BmImageModule;
    'bmModal': BmModalModule;
    'bmNavigator': BmNavigatorModule;
    'bmRouter': BmRouterModule;
    'bmStorage': BmStorageModule;
    'bmTabbar': BmTabbarModule;
    'bmTool': BmToolModule;
    'bmWebSocket': BmWebSocketModule;
  }

  interface Components {
    'acme-chart': { element: AcmeChartElement; attributes: AcmeChartAttributes; events: AcmeChartEvents };
    'acmechart': { element: AcmeChartElement; attributes: AcmeChartAttributes; events: AcmeChartEvents };
    'bm-view': { element: BmViewElement; attributes: BmViewAttributes; events: BmViewEvents };
    'bmcalendar': { element: BmcalendarElement; attributes: BmcalendarAttributes; events: BmcalendarEvents };
    'bmchart': { element: BmchartElement; attributes: BmchartAttributes; events: BmchartEvents };
    'bmmask': { element: BmmaskElement; attributes: BmmaskAttributes; events: BmmaskEvents };
    'bmpop': { element: BmpopElement; attributes: BmpopAttributes; events: BmpopEvents };
    'bmrichtext': { element: BmrichtextElement; attributes: BmrichtextAttributes; events: BmrichtextEvents };
    'bmspan': { element: BmspanElement; attributes: BmspanAttributes; events: BmspanEvents };
    'bmtext': { element: BmtextElement; attributes: BmtextAttributes; events: BmtextEvents };
  }

  type Supported =
    | '@module/acmeScan' | '@module/acmeScan.scan' | '@module/acmeScan.lastResult' | '@module/acmeScan.watch'
    | '@module/bindingx' | '@module/bindingx.bind' | '@module/bindingx.bindAsync' | '@module/bindingx.getComputedStyle' | '@module/bindingx.prepare' | '@module/bindingx.supportFeatures' | '@module/bindingx.unbind' | '@module/bindingx.unbindAll'
    | '@module/bmAuth' | '@module/bmAuth.canUseTouchId' | '@module/bmAuth.touchId'
    | '@module/bmAxios' | '@module/bmAxios.fetch' | '@module/bmAxios.uploadImage'
    | '@module/bmBrowserImg' | '@module/bmBrowserImg.close' | '@module/bmBrowserImg.open'
    | '@module/bmBundleUpdate' | '@module/bmBundleUpdate.download' | '@module/bmBundleUpdate.getJsVersion' | '@module/bmBundleUpdate.update'
    | '@module/bmCamera' | '@module/bmCamera.cameraUpload' | '@module/bmCamera.scan' | '@module/bmCamera.uploadImage' | '@module/bmCamera.uploadScreenshot'
    | '@module/bmCommunication' | '@module/bmCommunication.call' | '@module/bmCommunication.contacts' | '@module/bmCommunication.sms'
    | '@module/bmEvents' | '@module/bmEvents.emit' | '@module/bmEvents.off' | '@module/bmEvents.offall' | '@module/bmEvents.on' | '@module/bmEvents.once'
    | '@module/bmFont' | '@module/bmFont.changeFontSize' | '@module/bmFont.getFontSize'
    | '@module/bmGeolocation' | '@module/bmGeolocation.getGeolocation'
    | '@module/bmImage' | '@module/bmImage.camera' | '@module/bmImage.pick' | '@module/bmImage.preview' | '@module/bmImage.scanImage' | '@module/bmImage.uploadImage' | '@module/bmImage.uploadScreenshot'
    | '@module/bmModal' | '@module/bmModal.alert' | '@module/bmModal.confirm' | '@module/bmModal.hideLoading' | '@module/bmModal.showLoading' | '@module/bmModal.toast'
    | '@module/bmNavigator' | '@module/bmNavigator.set' | '@module/bmNavigator.setCenterItem' | '@module/bmNavigator.setLeftItem' | '@module/bmNavigator.setNavigationInfo' | '@module/bmNavigator.setRightItem' | '@module/bmNavigator.statusBarHidden'
    | '@module/bmRouter' | '@module/bmRouter.back' | '@module/bmRouter.callPhone' | '@module/bmRouter.clearHomePage' | '@module/bmRouter.finish' | '@module/bmRouter.finishPage' | '@module/bmRouter.getBackParams' | '@module/bmRouter.getParams' | '@module/bmRouter.nav' | '@module/bmRouter.open' | '@module/bmRouter.openBrowser' | '@module/bmRouter.refreshWeex' | '@module/bmRouter.setHomePage' | '@module/bmRouter.toMap' | '@module/bmRouter.toWebView'
    | '@module/bmStorage' | '@module/bmStorage.deleteData' | '@module/bmStorage.deleteDataSync' | '@module/bmStorage.getData' | '@module/bmStorage.getDataSync' | '@module/bmStorage.removeData' | '@module/bmStorage.removeDataSync' | '@module/bmStorage.setData' | '@module/bmStorage.setDataSync'
    | '@module/bmTabbar' | '@module/bmTabbar.clearInfo' | '@module/bmTabbar.clearWatch' | '@module/bmTabbar.getIndex' | '@module/bmTabbar.getInfo' | '@module/bmTabbar.hideBadge' | '@module/bmTabbar.openPage' | '@module/bmTabbar.setInfo' | '@module/bmTabbar.showBadge' | '@module/bmTabbar.watchIndex'
    | '@module/bmTool' | '@module/bmTool.addWatermark' | '@module/bmTool.clearWatchNetworkStatus' | '@module/bmTool.copyString' | '@module/bmTool.env' | '@module/bmTool.networkStatus' | '@module/bmTool.resignKeyboard' | '@module/bmTool.scan' | '@module/bmTool.watchNetworkStatus'
    | '@module/bmWebSocket' | '@module/bmWebSocket.close' | '@module/bmWebSocket.onclose' | '@module/bmWebSocket.onerror' | '@module/bmWebSocket.onmessage' | '@module/bmWebSocket.onopen' | '@module/bmWebSocket.send' | '@module/bmWebSocket.webSocket'
    | '@component/acme-chart' | '@component/acmechart'
    | '@component/bm-view'
    | '@component/bmcalendar'
    | '@component/bmchart'
    | '@component/bmmask'
    | '@component/bmpop'
    | '@component/bmrichtext'
    | '@component/bmspan'
    | '@component/bmtext';

  interface Weex {
    requireModule<K extends keyof Modules>(name: K): Modules[K];
    /** A module that eros.native.json does not declare: undefined if the host does not have it. */
    requireModule(name: string): any | undefined;
    isRegisteredModule(name: string, method?: string): boolean;
    isRegisteredComponent(name: string): boolean;
    supports(condition: Supported | (string & {})): boolean | null;
  }
}

interface WeexGlobal extends Eros.Weex { readonly config: any; }
declare const weex: WeexGlobal;
