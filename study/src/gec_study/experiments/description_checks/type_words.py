"""Words by which a description says the type of an error.

They were chosen on the descriptions of EXCGEC's validation part, where each type's occur several
times as often as in the descriptions of other types.
"""

TYPE_WORDS = {
    "标点冗余": ("多余", "冗余", "不需要", "删"),
    "标点丢失": ("添加", "缺", "遗漏", "停顿", "分隔"),
    "标点误用": ("句号", "逗号", "顿号", "冒号", "问号", "分号", "半角", "英文"),
    "字音混淆错误": ("音",),
    "字形混淆错误": ("形近", "字形", "形相"),
    "词内部字符异位错误": ("顺序", "颠倒", "次序"),
    "命名实体拼写错误": ("误写", "名称", "人名", "地名", "专名", "命名"),
    "词语冗余": ("多余", "冗余", "重复", "删"),
    "词语丢失": ("缺", "丢失", "遗漏", "添加", "完整"),
    "词语误用": ("误用", "准确", "搭配", "不当", "改为", "替换"),
    "词序不当": ("词序", "语序", "顺序", "调整", "位置"),
    "逻辑不通": ("逻辑", "矛盾"),
    "句式杂糅": ("杂糅", "混杂", "句式"),
    "照应错误": ("照应", "指代", "代词", "一致"),
    "歧义错误": ("歧义",),
    "语气不协调": ("语气", "语体"),
}
"""By the label of the type; that of other errors has none."""
