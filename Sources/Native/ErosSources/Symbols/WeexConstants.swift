/// The constants of the Weex SDK for Android that name components, attributes and events.
enum WeexConstants {
  /// The packages of the SDK's versions.
  static let packages = ["com.taobao.weex", "org.apache.weex"]

  /// Returns the value of a constant such as `Constants.Name.SRC`, or `nil` if the SDK lacks it.
  static func value(of name: String, in type: String) -> String? {
    switch type {
    case "WXBasicComponentType": componentTypes[name]
    case "Constants.Name": attributes[name] ?? irregular[name]
    case "Constants.Event": events[name]
    default: nil
    }
  }

  private static let componentTypes: [String: String] = [
    "TEXT": "text", "IMAGE": "image", "IMG": "img", "CONTAINER": "container", "DIV": "div",
    "SCROLLER": "scroller", "SLIDER": "slider", "SLIDER_NEIGHBOR": "slider-neighbor",
    "LIST": "list", "RECYCLER": "recycler", "WATERFALL": "waterfall", "VLIST": "vlist",
    "HLIST": "hlist", "CELL": "cell", "HEADER": "header", "FOOTER": "footer",
    "INDICATOR": "indicator", "VIDEO": "video", "INPUT": "input", "TEXTAREA": "textarea",
    "SWITCH": "switch", "A": "a", "EMBED": "embed", "WEB": "web", "REFRESH": "refresh",
    "LOADING": "loading", "LOADING_INDICATOR": "loading-indicator",
    "CYCLE_SLIDER": "cycleslider", "RICHTEXT": "richtext", "RECYCLE_LIST": "recycle-list",
    "CELL_SLOT": "cell-slot",
  ]

  private static let events: [String: String] = [
    "CLICK": "click", "APPEAR": "appear", "DISAPPEAR": "disappear", "LOADMORE": "loadmore",
    "FOCUS": "focus", "BLUR": "blur", "INPUT": "input", "VIEWAPPEAR": "viewappear",
    "VIEWDISAPPEAR": "viewdisappear", "START": "start", "PAUSE": "pause", "FINISH": "finish",
    "FAIL": "fail", "ERROR": "error", "RECEIVEDTITLE": "receivedtitle",
    "PAGEFINISH": "pagefinish", "PAGESTART": "pagestart", "ONREFRESH": "refresh",
    "ONLOADING": "loading", "ONLOAD": "load", "CHANGE": "change",
    "ONPULLING_DOWN": "pullingdown", "ONPULLING_UP": "pullingup", "SCROLL": "scroll",
    "SCROLL_START": "scrollstart", "SCROLL_END": "scrollend", "CLICKBACKITEM": "clickbackitem",
    "RETURN": "return", "KEYBOARD": "keyboard", "UNSTICKY": "unsticky", "STICKY": "sticky",
    "ON_TRANSITION_END": "transitionEnd", "LAYEROVERFLOW": "layeroverflow",
    "ONMESSAGE": "message", "NATIVE_BACK": "nativeback", "LONGPRESS": "longpress",
  ]

  /// The attributes with constants in upper case: `playStatus` is `PLAY_STATUS`.
  private static let attributes: [String: String] = Dictionary(
    """
    href width minWidth maxWidth height minHeight maxHeight alignItems alignSelf flex flexDirection \
    justifyContent flexWrap margin marginTop marginLeft marginRight marginBottom padding paddingTop \
    paddingLeft paddingRight paddingBottom left top right bottom backgroundColor backgroundImage \
    opacity borderRadius borderWidth borderColor borderStyle borderTopWidth borderRightWidth \
    borderBottomWidth borderLeftWidth boxShadow shadowQuality position keepScrollPosition \
    textDecoration textAlign fontWeight fontStyle fontSize color lines fontFamily textOverflow \
    ellipsis lineHeight disabled value imageQuality filter quality src source placeHolder resizeMode \
    showIndicators autoPlay autoplay controls scrollDirection scope recycle loadmoreretry \
    loadmoreoffset recycleImage layout spanOffsets columnWidth columnCount columnGap showScrollbar \
    leftGap rightGap overflow type placeholder placeholderColor autofocus singleline maxLength \
    maxlength rows checked animating visibility itemColor itemSelectedColor itemSize display suffix \
    resize imageSharpen sharpen prefix index interval playStatus fontFace max min offsetXAccuracy \
    offsetXRatio elevation perspective scrollable draggable pullingDistance viewHeight \
    preventMoveEvent selectionStart selectionEnd offsetAccuracy contentSize contentOffset \
    returnKeyType offset animated stable transform transformOrigin keepIndex keepSelectionIndex auto \
    normal ariaLabel ariaHidden role layerLimit direction rtl stickyOffset hasFixedSize \
    keepPositionLayoutDelay overflowHiddenHeight overflowHiddenWidth priority strategy \
    allowCopyPaste includeFontPadding enableCopy pageSize listData cellIndex typeIndex undefined \
    flat rippleEnabled orientation x y
    """.split(separator: " ").map { (constantName($0), String($0)) }
  ) { first, _ in first }

  /// The attributes with other names of their constants.
  private static let irregular: [String: String] = [
    "SHOW_LOADING": "show-loading", "SINGLELINE": "singleline", "AUTO_RECYCLE": "autoBitmapRecycle",
    "ZORDERTOP": "zOrderTop", "NAV_BAR_VISIBILITY": "hidden", "DISTANCE_Y": "dy",
    "ISDRAGGING": "isDragging", "INSERT_CELL_ANIMATION": "insertAnimation",
    "DELETE_CELL_ANIMATION": "deleteAnimation", "PAGE_ENABLED": "pagingEnabled",
    "LAYER_LIMIT": "layer-limit", "LAYERLIMIT": "layerLimit",
    "NEST_SCROLLING_ENABLED": "nestedScrollingEnabled",
  ]

  /// Converts `playStatus` to `PLAY_STATUS`.
  private static func constantName(_ name: Substring) -> String {
    name.reduce(into: "") { text, character in
      if character.isUppercase { text += "_" }
      text += character.uppercased()
    }
  }
}
